import type { Context, NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "#core/http/app-env.ts";
import { askedLanguage, type Language } from "#pages/languages.ts";
import type { Html } from "#pages/layout.ts";
import { lostPage } from "#pages/not-found/page.ts";
import { formPagePolicy } from "#pages/policy.ts";

/** Shows a page in the reader's language, under its own Content-Security-Policy. */
export function showPage(
  c: Context,
  policy: string,
  page: (language: Language) => Html,
  status: ContentfulStatusCode = 200,
  fallback: Language = "en",
): Response | Promise<Response> {
  c.header("Content-Security-Policy", policy);
  return c.html(page(askedLanguageOf(c) ?? fallback), status);
}

/** What the reader or the reader's browser asks for. */
export function askedLanguageOf(c: Context): Language | null {
  return askedLanguage(c.req.query("lang"), c.req.header("Accept-Language"));
}

/** Shows a page, with the same status, to a browser that asks for one; any other client gets the response as it is. */
export function notFoundPage(notFound: NotFoundHandler<AppEnv>): NotFoundHandler<AppEnv> {
  return async (c) => {
    const response = await notFound(c);
    if (response.status !== 404 || !c.req.header("Accept")?.includes("text/html")) return response;
    return showPage(c, formPagePolicy(), lostPage, 404);
  };
}
