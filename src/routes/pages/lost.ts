import type { NotFoundHandler } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { lostPage } from "../../pages/lost/page.ts";
import { formPagePolicy } from "../../pages/policy.ts";
import { showPage } from "./show-page.ts";

/** Shows a page, with the same status, to a browser that asks for one; any other client gets the response as it is. */
export function pageForBrowsers(notFound: NotFoundHandler<AppEnv>): NotFoundHandler<AppEnv> {
  return async (c) => {
    const response = await notFound(c);
    if (response.status !== 404 || !c.req.header("Accept")?.includes("text/html")) return response;
    return showPage(c, formPagePolicy(), lostPage, 404);
  };
}
