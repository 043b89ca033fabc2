import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { hasSignedUp } from "./domain/sign-ups.ts";
import { noteUse } from "./services/sign-ups.ts";

/** A merchant that has signed up stays as long as it makes requests. */
export const noteRequest = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const identity: { merchantId: string | null } | undefined = c.get("identity");
  noteUseBy(c, identity?.merchantId);
});

/** The request does not wait for it. */
export function noteUseBy(c: Context<AppEnv>, merchantId: unknown): void {
  if (typeof merchantId === "string" && hasSignedUp(merchantId))
    c.executionCtx.waitUntil(noteUse(c.get("deps"), merchantId));
}
