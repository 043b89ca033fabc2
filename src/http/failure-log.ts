// Logs one line per failed request, so that the request id that a caller quotes leads to the cause.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import type { Principal } from "../domain/principal.ts";
import { log } from "../lib/log.ts";
import type { AppEnv } from "./app-env.ts";
import { ApiError } from "./errors.ts";

export async function logFailure(c: Context<AppEnv>): Promise<void> {
  const { status } = c.res;
  const isPlanned = c.error instanceof ApiError || c.error instanceof HTTPException;
  log(status < 500 ? "warn" : "error", "request_failed", {
    status,
    code: c.get("failureCode") ?? (await oauthCodeOf(c.res)),
    method: c.req.method,
    // The pattern: the path itself may contain ids, or anything at all when it is unknown.
    route: routePath(c),
    client_id: clientOf(c.get("principal")),
    request_id: c.get("requestId"),
    ...(isPlanned ? {} : { error: c.error }),
  });
}

/** A customer's client id contains the wallet's id, which counters scan: it must not be logged. */
function clientOf(principal: Principal | undefined): string {
  if (principal === undefined) return "none";
  return principal.walletId === null ? principal.clientId : "customer";
}

/** The embedded identity provider's error responses have OAuth's code in their body (RFC 6749 §5.2). */
async function oauthCodeOf(response: Response): Promise<string> {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return "none";
  const body = await response
    .clone()
    .json<{ error?: string } | null>()
    .catch(() => null);
  return body?.error ?? "none";
}
