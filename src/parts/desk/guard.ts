// Who acts as a desk: a tablet, by its cookie. It is no identity, so the guards of all other routes refuse it.
import type { Context } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { guard, noSession, refuseToken } from "#core/http/auth.ts";
import { requireWithinLimit } from "#core/http/rate-limit.ts";
import { addressKeyOf } from "#core/http/request.ts";
import { isRead } from "#core/http/restrictions.ts";
import { findByCookie, sessionSecretOf } from "#core/http/session-cookie.ts";
import { noteUse } from "#core/http/session-tokens.ts";
import { deskSessionStore } from "./db/tablets.ts";
import { DESK_FACE, deskActor, type PairedTablet } from "./domain/desk.ts";
import type { DeskActor } from "./services/customers.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Set by `asDesk`. */
    tablet: PairedTablet;
  }
}

declare global {
  interface PartAccess {
    desk: true;
  }
  interface PartRateLimits {
    desk_customers: true;
  }
}

const keyOf = (c: Context<AppEnv>) => `desk ${c.get("tablet").deskId}`;

/** Only by the cookie of a tablet: no token is a desk's. */
export const asDesk = guard("desk", admitTablet, keyOf);

async function admitTablet(c: Context<AppEnv>): Promise<void> {
  await refuseToken(c);
  const session = await findDeskSession(c);
  if (session === null) throw noSession(sessionSecretOf(c, DESK_FACE) !== null);
  c.set("tablet", session);
  await requireWithinLimit(c, isRead(c) ? "reads" : "writes", keyOf(c));
}

/** Returns null when the request has no cookie, or the session is over. */
export async function findDeskSession(c: Context<AppEnv>): Promise<PairedTablet | null> {
  const sessions = deskSessionStore(c.get("deps").db);
  const session = await findByCookie(c, DESK_FACE, sessions.find);
  if (session !== null) noteUse(c, DESK_FACE, sessions, session);
  return session;
}

/** Serves routes behind `asDesk`. */
export function deskActorOf(c: Context<AppEnv>): DeskActor {
  const request = { requestId: c.get("requestId"), addressKey: addressKeyOf(c) };
  return {
    desk: c.get("tablet").desk,
    actor: deskActor(c.get("tablet"), request),
    defer: (work) => c.executionCtx.waitUntil(work),
  };
}
