import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { ApiError } from "#core/http/errors.ts";

/** A test that was pointed at live must not become a payment. */
export const refuseTestCases = createMiddleware<AppEnv>((c, next) => {
  if (!c.req.raw.headers.has("Sandbox-Case")) return next();
  throw new ApiError(400, "sandbox_only", "Sandbox-Case is for a sandbox: this service is live");
});
