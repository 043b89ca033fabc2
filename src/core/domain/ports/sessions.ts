import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { CookieSession, Session } from "#core/domain/sessions/session.ts";

/** Sessions of browsers, by the hash of their cookie. */
export interface CookieSessionStore<Found extends CookieSession> {
  insert(session: Found): Promise<void>;
  /** Returns null when it is unknown or over. Throws DependencyError when its database fails. */
  find(idHash: string, now: number): Promise<Found | null>;
  noteUse(idHash: string, now: number, expiresAt: number): Promise<void>;
  /** Returns true for one request alone, and only while the session is as it was found. */
  beginRenewal(session: CookieSession, until: number): Promise<boolean>;
  /** Ends the renewal that was begun until then. Null keeps the tokens. */
  endRenewal(session: CookieSession, until: number, tokens: string | null): Promise<void>;
  end(idHash: string): Promise<void>;
}

/** The wallet's, whose customers have no merchant. */
export interface CustomerSessionStore extends CookieSessionStore<CustomerSession> {
  /** Lists a wallet's that are not over, the last used first. */
  list(walletId: string, now: number): Promise<CustomerSession[]>;
}

/** Holds a merchant's sessions. A till whose counter is not active is not found. */
export interface SessionStore {
  /** Does what the other stores' does. `id`: what the cookie ends in. An unknown one may lead nowhere. */
  find(idHash: string, now: number, id: string | null): Promise<Session | null>;
  /** Where the session with this id is; null for one whose cookie has none. */
  of(id: string | null): CookieSessionStore<Session>;
  /** All sessions of a user who was removed or disabled, or has another role now. */
  endOfUser(merchantId: string, subject: string): Promise<void>;
  /** A user's sessions go on after a change of email, and show the new one. */
  changeEmail(merchantId: string, from: string, to: string): Promise<void>;
  /** All sessions of users and tills of a merchant that closes; those of tills in cells end with the copy of its account. */
  endOfMerchant(merchantId: string): Promise<void>;
  /** Lists the newest first. */
  listTills(merchantId: string, counterId: string, now: number): Promise<Session[]>;
  /** What the user has paired, newest first. */
  listTillsOfUser(merchantId: string, subject: string, now: number): Promise<Session[]>;
  /** Lists those that were paired since then, newest first. */
  listTillsSince(merchantId: string, since: number, now: number, limit: number): Promise<Session[]>;
  /** Returns null when the counter has no such till. */
  renameTill(merchantId: string, counterId: string, id: string, label: string): Promise<Session | null>;
  /** Returns what it was called; null when the counter, or the merchant where that is null, has no such till. */
  endTill(merchantId: string, counterId: string | null, id: string): Promise<string | null>;
}
