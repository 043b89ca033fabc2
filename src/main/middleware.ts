// What every request passes before its route, in order.

import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { logFailure, notFound, onError } from "#core/http/errors.ts";
import { refusalError } from "#core/http/refusals.ts";
import { completeHeaders } from "#core/http/response-headers.ts";
import { methodsByPath } from "#core/lib/allowed-methods.ts";
import { FastRouter } from "#core/lib/fast-router.ts";
import { isUtf8Query, textBody } from "#core/lib/text-body.ts";
import { withTiming } from "#core/lib/timing.ts";
import type { Mount } from "#core/part.ts";
import { afterAccountChange } from "#core/routes/merchants/after-account-change.ts";
import { notFoundPage } from "#core/routes/pages/show-page.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

/** No route reads a body of another method. */
const METHODS_WITH_BODY = ["POST", "PUT", "PATCH", "DELETE"];

const limitedBody = textBody(64 * 1024, (fault) => {
  throw refusalError(fault);
});

/** Routes before the limit have limits of their own for the sizes of bodies. */
export function withMiddleware(
  dependenciesFor: (env: Env) => Dependencies,
  routes: Mount,
  beforeLimit?: Mount,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new FastRouter() });
  app.onError(onError);

  app.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.set("timing", {});
    await withTiming(c.get("timing"), next);
    // They are set after the route has responded: headers set earlier are lost when it returns a Response of its own.
    completeHeaders(c);
    if (c.res.status >= 400) await logFailure(c);
  });
  app.use(async (c, next) => {
    if (!isUtf8Query(c.req.url)) throw refusalError("query_not_utf8");
    const deps = dependenciesFor(c.env);
    await deps.shards.check(deps.clock());
    c.set("deps", deps);
    await next();
  });
  beforeLimit?.(app);
  app.on(METHODS_WITH_BODY, "*", limitedBody, afterAccountChange);
  routes(app);
  app.notFound(notFoundPage(notFound(methodsByPath(app.routes))));
  return app;
}
