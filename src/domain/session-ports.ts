// What sessions need from outside, as interfaces.
import type { Result } from "./result.ts";
import type { Session, SessionTokens } from "./session.ts";

/** The sessions of browsers, by the hash of their cookie. */
export interface SessionStore {
  insert(session: Session): Promise<void>;
  /** Null when it is unknown or over, or a till whose counter is not active. Throws DependencyError when D1 fails. */
  find(idHash: string, now: number): Promise<Session | null>;
  noteUse(idHash: string, now: number, expiresAt: number): Promise<void>;
  /** True for one request alone, and only while the session has these tokens. */
  beginRenewal(session: Session, now: number, until: number): Promise<boolean>;
  /** Null keeps the tokens. */
  endRenewal(idHash: string, tokens: string | null): Promise<void>;
  end(idHash: string): Promise<void>;
  /** All sessions of a user who was removed or disabled, or has another role now. */
  endOfUser(merchantId: string, subject: string): Promise<void>;
  /** A user's sessions go on after a change of email, and show the new one. */
  changeEmail(merchantId: string, from: string, to: string): Promise<void>;
  /** All sessions of users and tills of a merchant that closes. */
  endOfMerchant(merchantId: string): Promise<void>;
  /** Newest first. */
  listTills(merchantId: string, counterId: string, now: number): Promise<Session[]>;
  /** False when the counter has no such till. */
  endTill(merchantId: string, counterId: string, id: string): Promise<boolean>;
}

export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SignedIn extends SessionTokens {
  email: string;
}

/** Signs users in at the identity provider. Every method throws DependencyError when the provider fails. */
export interface SignInProvider {
  /** Where to send the browser, and what it must bring back. */
  begin(): Promise<{ url: string; attempt: SignInAttempt }>;
  /** `late`: the response does not belong to this attempt, or its code is used or expired. */
  complete(
    response: URLSearchParams,
    attempt: SignInAttempt,
  ): Promise<Result<SignedIn, "cancelled" | "late">>;
  /** New tokens; the refresh token is used up. Null when the provider refuses it: the session is over. */
  renew(tokens: SessionTokens): Promise<SessionTokens | null>;
  /**
   * Revokes the refresh token. Returns where to send the browser, so that the provider ends its own session there as
   * well; null when the provider has no such page.
   */
  end(tokens: SessionTokens): Promise<string | null>;
}
