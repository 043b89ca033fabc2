// The operator's cash desks, where money goes into wallets and out of them, and the tablets that act as one.
import type { Actor } from "#core/domain/audit/actor.ts";
import { type CookieSession, DAY_MS, type SessionKindSettings } from "#core/domain/sessions/session.ts";
import { addDays, dateIn, startOfDay } from "#core/lib/local-time.ts";

export const DESK_STATUSES = ["active", "inactive"] as const;

/** The most in one transaction, and in one day where it is; zero allows none. */
export interface DeskLimits {
  topUpMaxMinor: number;
  topUpDayMinor: number;
  payOutMaxMinor: number;
  payOutDayMinor: number;
}

export interface Desk extends DeskLimits {
  id: string;
  name: string;
  /** The only one that it takes and pays out. It never changes. */
  currency: string;
  /** IANA; whose days its limits and its sums are of. */
  timeZone: string;
  /** Inactive: its tablets have been signed out, and none can be paired. */
  status: (typeof DESK_STATUSES)[number];
  createdAt: number;
  updatedAt: number;
  /** The names of those who stand there; without one, the desk works without shifts. */
  clerks: readonly string[];
  /** Its zone was changed: until then, or where there are shifts until the next one begins, a day is the last 24 hours. */
  limitsRollUntil: number | null;
}

/** From when on a movement of now counts towards the day's limits. A change of the zone is no new day. */
export function limitsFrom({ timeZone, clerks, limitsRollUntil }: Desk, now: number): number {
  const today = startOfDay(dateIn(timeZone, now), timeZone);
  const isRolling = limitsRollUntil !== null && (clerks.length > 0 || now < limitsRollUntil);
  return isRolling ? Math.min(today, now - DAY_MS) : today;
}

/** When the first day of the new zone begins that does not begin within the day of the old one. */
export function rollsUntil(
  { timeZone: before, limitsRollUntil }: Desk,
  timeZone: string,
  now: number,
): number {
  const begins = (zone: string, at: number, days: number) =>
    startOfDay(addDays(dateIn(zone, at), days), zone);
  const dayEnds = begins(before, now, 1);
  const begun = begins(timeZone, dayEnds, 0);
  return Math.max(begun === dayEnds ? begun : begins(timeZone, dayEnds, 1), limitsRollUntil ?? 0);
}

/** A tablet's. A type and a table of its own, and never an identity: no route but a desk's can admit one. */
export interface DeskSession extends CookieSession {
  deskId: string;
  /** The `sub` of the administrator who made its pairing code. */
  pairedBy: string;
}

export const DESK_FACE: SessionKindSettings = {
  cookieName: "desk",
  secretKind: "desk session",
  idleMs: 30 * DAY_MS,
  maxMs: 365 * DAY_MS,
};

declare global {
  interface PartActorKinds {
    desk: true;
  }
  interface PartSecretKinds {
    "desk session": true;
  }
}

/**
 * What is shown of a customer's name where only the wallet's id is known, which is no secret: enough to compare it with what the
 * customer says, and too little to write to.
 */
export function maskedName(name: string): string {
  const [local = "", domain = ""] = name.split("@");
  const masked = `${[...local][0] ?? ""}…`;
  const top = /\.[^.]+$/.exec(domain)?.[0] ?? "";
  return domain === "" ? masked : `${masked}@${[...domain][0]}…${top}`;
}

export type PairedTablet = DeskSession & { desk: Desk };

/** The subject tells a desk's tablets apart in the audit trail. */
export function deskActor(
  { id, deskId }: DeskSession,
  { requestId, addressKey }: { requestId: string; addressKey: string },
): Actor {
  return { client: `desk-${deskId}`, requestId, origin: { kind: "desk", subject: id, addressKey } };
}
