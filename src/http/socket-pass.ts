// A caller's socket lasts as long as what admitted the caller.
import type { Context } from "hono";
import { decodeJwt } from "jose";
import { SOCKET_MS_MAX, type SocketPass } from "../domain/live-wallet.ts";
import { bearerToken } from "../lib/authorization.ts";
import type { AppEnv } from "./app-env.ts";
import { customerSessionOf } from "./customer-session.ts";
import { refusalError } from "./refusals.ts";

/** Call behind a guard. Throws a 426 for what asks for no WebSocket, and a 403 for another site's page. */
export function socketPass(c: Context<AppEnv>): SocketPass {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw refusalError("upgrade_required");
  const longest = c.get("deps").clock() + SOCKET_MS_MAX;
  const session = customerSessionOf(c);
  if (session !== null) {
    if (!isOwnPage(c)) throw refusalError("cross_site_request");
    return { endsAt: longest, sessionIdHash: session.idHash };
  }
  const { exp = 0 } = decodeJwt(bearerToken(c.req.header("Authorization")) ?? "");
  return { endsAt: Math.min(exp * 1000, longest), sessionIdHash: null };
}

/** Any site may open a socket to any other, with its cookies. Not every browser sends `Sec-Fetch-Site` then; each sends `Origin`. */
function isOwnPage(c: Context<AppEnv>): boolean {
  const own = [c.get("deps").config.publicUrl, c.req.url].map((url) => new URL(url).origin);
  return own.includes(c.req.header("Origin") ?? "");
}
