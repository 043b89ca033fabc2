import type { Context } from "hono";
import type { SandboxDependencies } from "../services/sandbox/dependencies.ts";
import type { AppEnv } from "./app-env.ts";

/** For the routes that only the sandbox's app has: it sets these. */
export function sandboxDependencies(c: Context<AppEnv>): SandboxDependencies {
  return c.get("deps") as SandboxDependencies;
}
