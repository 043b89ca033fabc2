// From the cookie of a tablet to the desk as which it acts. It is no principal: the guards of all other routes refuse it.
import type { Context } from "hono";
import { deskCause, type PairedTablet } from "../domain/desk.ts";
import type { DeskCaller } from "../services/caller.ts";
import type { AppEnv } from "./app-env.ts";
import { addressKeyOf } from "./request.ts";
import { findByCookie, sessionSecretOf } from "./session-cookie.ts";
import { noteUse } from "./session-tokens.ts";

/** Null when the request has no cookie, or the session is over. */
export async function findDeskSession(c: Context<AppEnv>): Promise<PairedTablet | null> {
  const { deskSessions } = c.get("deps");
  const session = await findByCookie(c, "desk session", sessionSecretOf(c, "desk"), deskSessions.find);
  if (session !== null) noteUse(c, "desk", session);
  return session;
}

/** For routes behind `asDesk`. */
export function deskCaller(c: Context<AppEnv>): DeskCaller {
  const request = { requestId: c.get("requestId"), addressKey: addressKeyOf(c) };
  return {
    desk: c.get("tablet").desk,
    cause: deskCause(c.get("tablet"), request),
    defer: (work) => c.executionCtx.waitUntil(work),
  };
}
