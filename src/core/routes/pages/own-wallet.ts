import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { onError, routeNotFound } from "#core/http/errors.ts";
import { notFoundPage } from "./show-page.ts";

const lost = notFoundPage((c) => onError(routeNotFound(), c));

/** The service's own wallet is not there where the operator has a wallet app: its API stays, pages and sessions are 404. */
export const requireOwnWallet = createMiddleware<AppEnv>(async (c, next) => {
  const isOwn = c.get("deps").config.walletAppUrl === null;
  return isOwn || c.req.path.startsWith("/wallet/api/") ? await next() : await lost(c);
});
