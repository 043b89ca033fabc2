import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { stringify } from "../wire/raw-json.ts";
import type { AppEnv } from "./app-env.ts";

export type Answered = Pick<Context<AppEnv>, "body" | "var">;

/** JSON in which a merchant's metadata stands as it came. */
export function answer(
  c: Answered,
  body: { success: boolean; [member: string]: unknown },
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  return c.body(stringify(body), status, { "Content-Type": "application/json", ...headers });
}
