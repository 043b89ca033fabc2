// Turns a cookie into whom it stands for: a dashboard user, a till or a customer.
import type { Context } from "hono";
import { decodeJwt } from "jose";
import { type ActorIdentity, restrictionsKeyOf } from "#core/domain/sessions/actor-identity.ts";
import { type CustomerSession, customerOf, sandboxCustomer } from "#core/domain/sessions/customer-session.ts";
import {
  type CookieSession,
  type MerchantSessionKind,
  SESSION_KINDS,
  type Session,
  type SessionKindSettings,
  tillIdentity,
} from "#core/domain/sessions/session.ts";
import { SOCKET_MS_MAX, type SocketPass } from "#core/domain/wallet/live-wallet.ts";
import { bearerToken } from "#core/lib/authorization.ts";
import type { AppEnv } from "./app-env.ts";
import { refusalError } from "./refusals.ts";
import { findByCookie, sessionSecretOf } from "./session-cookie.ts";
import { noteUse, signedInIdentity } from "./session-tokens.ts";

/** The till's own pages say that it is the till that asks; a request without the header is a dashboard user's. */
const KIND_HEADER = "Session-Kind";

export function askedKind(c: Context): MerchantSessionKind {
  return c.req.header(KIND_HEADER) === "till" ? "till" : "user";
}

/** Returns null when the request has no cookie, or the session is over. */
export type FindSession = (c: Context<AppEnv>) => Promise<CookieSession | null>;

const partSessionKinds = new Map<string, FindSession>();

/** Called once, where the parts are composed; by what the parts' pages send as their kind. */
export function addSessionKinds(ofParts: Record<string, FindSession>): void {
  for (const [kind, find] of Object.entries(ofParts)) partSessionKinds.set(kind, find);
}

/** Whether the browser has a session of a part, which opens nothing but what is the part's. */
export async function hasPartSession(c: Context<AppEnv>): Promise<boolean> {
  for (const find of partSessionKinds.values()) if ((await find(c)) !== null) return true;
  return false;
}

/** Returns null where a part's page asks: its browser may be a dashboard user's as well, as which the page must not act. */
function askedSettings(c: Context): SessionKindSettings | null {
  return partSessionKinds.has(c.req.header(KIND_HEADER) ?? "") ? null : SESSION_KINDS[askedKind(c)];
}

/** Whether or not the session is over. */
export function hasSessionCookie(c: Context): boolean {
  const sessionKind = askedSettings(c);
  return sessionKind !== null && sessionSecretOf(c, sessionKind) !== null;
}

/** Returns null when the request has no cookie, or the session is over. */
export async function findSession(c: Context<AppEnv>): Promise<Session | null> {
  const sessionKind = askedSettings(c);
  const session = sessionKind && (await findByCookie(c, sessionKind, c.get("deps").sessions.find));
  return session?.kind === askedKind(c) ? session : null;
}

/** Returns null when the request has no cookie, or the session is over. */
export async function sessionIdentity(c: Context<AppEnv>): Promise<ActorIdentity | null> {
  const session = await findSession(c);
  if (session === null) return null;
  c.set("session", session);
  noteUse(c, SESSION_KINDS[session.kind], c.get("deps").sessions.of(session.id), session);
  return session.kind === "till" ? tillIdentity(session) : await signedInIdentity(c, "user", session);
}

/** The counter to which a till is confined; null for any other caller. */
export function tillCounterOf(c: Context<AppEnv>): string | null {
  // It is absent where the caller has a token.
  const session = c.get("session") as Session | undefined;
  return session?.kind === "till" ? session.counterId : null;
}

/** Whether the caller reads only what its counter has created: each till does, and a counter's client where its merchant says so. */
export async function readsOwnOnly(c: Context<AppEnv>): Promise<boolean> {
  if (tillCounterOf(c) !== null) return true;
  const key = restrictionsKeyOf(c.get("identity"));
  if (key === null || key.counterId === null) return false;
  return (await c.get("deps").findRestrictions(key)).readsOwnOnly;
}

/** Returns null when the request has no cookie, or the session is over. */
export async function findCustomerSession(c: Context<AppEnv>): Promise<CustomerSession | null> {
  return await findByCookie(c, SESSION_KINDS.customer, c.get("deps").customerSessions.find);
}

/** Returns null when the request has no cookie, or the session is over. */
export async function customerIdentity(c: Context<AppEnv>): Promise<ActorIdentity | null> {
  const session = await findCustomerSession(c);
  if (session === null) return null;
  c.set("customerSession", session);
  noteUse(c, SESSION_KINDS.customer, c.get("deps").customerSessions, session);
  if (session.tokens === null) return sandboxCustomer(session);
  const identity = await signedInIdentity(c, "customer", session);
  return identity === null ? null : customerOf(session, identity);
}

/**
 * When what has admitted the caller was issued, in epoch milliseconds; null for a token that does not say. A session is there, so
 * it has not been stopped until now.
 */
export function issuedAtOf(c: Context<AppEnv>): number | null {
  if (customerSessionOf(c) !== null) return c.get("deps").clock();
  const { issuedAt } = c.get("identity");
  return issuedAt === null ? null : issuedAt * 1000;
}

/** The session by whose cookie the caller was admitted; null for a caller with a token. */
export function customerSessionOf(c: Context<AppEnv>): CustomerSession | null {
  return (c.get("customerSession") as CustomerSession | undefined) ?? null;
}

/**
 * A caller's socket lasts as long as what admitted the caller. Call behind a guard. Throws a 426 for what asks for no WebSocket,
 * and a 403 for another site's page.
 */
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
