import type { Context } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import type { SandboxDependencies } from "#sandbox/services/dependencies.ts";

/** Serves the routes that only the sandbox's app has: it sets these. */
export function sandboxDependencies(c: Context<AppEnv>): SandboxDependencies {
  return c.get("deps") as SandboxDependencies;
}
