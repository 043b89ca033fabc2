// Until when a caller's socket lasts: as long as what admitted it.
import type { Context } from "hono";
import { decodeJwt } from "jose";
import { SOCKET_MS_MAX, type SocketPass } from "../domain/live-wallet.ts";
import { bearerToken } from "../lib/authorization.ts";
import type { AppEnv } from "./app-env.ts";
import { refusalError } from "./refusals.ts";

/** Call behind a guard, which has verified the token. Throws a 426 for what asks for no WebSocket. */
export function socketPass(c: Context<AppEnv>): SocketPass {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw refusalError("upgrade_required");
  const longest = c.get("deps").clock() + SOCKET_MS_MAX;
  const { exp = 0 } = decodeJwt(bearerToken(c.req.header("Authorization")) ?? "");
  return { endsAt: Math.min(exp * 1000, longest) };
}
