// What a browser is signed in as: a dashboard user, or a till that was paired with a counter.
import type { SecretKind } from "#core/domain/ports/limits.ts";
import type { ActorIdentity } from "./actor-identity.ts";

export type MerchantSessionKind = "user" | "till";

/** What a browser can be signed in as at the same time: each has a cookie of its own. */
export interface SessionKindSettings {
  cookieName: string;
  secretKind: SecretKind;
  /** How long a session lasts without use, and at most. */
  idleMs: number;
  maxMs: number;
}

/** What the sessions of all kinds have in common. */
export interface CookieSession {
  /** SHA-256 of the cookie. */
  idHash: string;
  /** Names the session in lists and for revoking; says nothing about the secret in the cookie. */
  id: string;
  /** What it is shown as: a person's email address, or what the till is called. */
  label: string;
  /** Sealed SessionTokens; null where nobody has signed in at the provider. */
  tokens: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  /** The end of the time in which one request alone renews the tokens; null while none does. A new session has none. */
  renewedUntil?: number | null;
}

/** A merchant's. All others are types and tables of their own, so that no merchant's route can meet one. */
export interface Session extends CookieSession {
  kind: MerchantSessionKind;
  merchantId: string;
  /** It is null for a user. */
  counterId: string | null;
  /** The `sub` of the user; of a till, that of whoever made its pairing code. */
  subject: string;
}

export interface SessionTokens {
  accessToken: string;
  accessExpiresAt: number;
  /** It is null when the provider has issued none: the session then ends with the access token. */
  refreshToken: string | null;
  /** Says to the provider who signs out. Absent when the provider has issued none. */
  idToken?: string;
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const SESSION_KINDS = {
  user: { cookieName: "session", secretKind: "session", idleMs: 12 * HOUR_MS, maxMs: 7 * DAY_MS },
  till: { cookieName: "till", secretKind: "session", idleMs: 90 * DAY_MS, maxMs: 365 * DAY_MS },
  customer: {
    cookieName: "wallet",
    secretKind: "customer session",
    idleMs: 30 * DAY_MS,
    maxMs: 90 * DAY_MS,
  },
} satisfies Record<MerchantSessionKind | "customer", SessionKindSettings>;
export type SessionKind = keyof typeof SESSION_KINDS;

/** Uses in between are not written down. */
const NOTED_EVERY_MS = 10 * 60_000;

export function sessionExpiry(
  { idleMs, maxMs }: SessionKindSettings,
  createdAt: number,
  now: number,
): number {
  return Math.min(now + idleMs, createdAt + maxMs);
}

export function isUseNoted({ lastUsedAt }: CookieSession, now: number): boolean {
  return now - lastUsedAt < NOTED_EVERY_MS;
}

/** A sealed text opens only in the row that it was sealed for. */
export function sessionTokensPurpose(idHash: string): string {
  return `session ${idHash}`;
}

/** A till may do what its counter's own client may. The subject tells a counter's tills apart in the audit trail. */
export function tillIdentity(till: Session): ActorIdentity {
  const counterId = tillCounter(till);
  return {
    subject: till.id,
    clientId: `counter-${counterId}`,
    roles: [],
    merchantId: till.merchantId,
    counterId,
    walletId: null,
    issuedAt: null,
  };
}

export function tillCounter({ counterId }: Session): string {
  if (counterId === null) throw new Error("a till's session without a counter");
  return counterId;
}
