import type { Result } from "#core/domain/result.ts";
import type { SessionTokens } from "#core/domain/sessions/session.ts";

/** Clients and users at the identity provider. Every method throws DependencyError when the provider fails. */
export interface IdentityProvider {
  /** Whether it asks the service before it issues a token. If not, it is told who may have none. */
  readonly asksForEachToken: boolean;
  /** Returns the client secret, which cannot be read again. */
  createClient(client: NewClient): Promise<string>;
  /** Returns the new client secret; the old one stops working at once. */
  rotateClientSecret(clientId: string): Promise<string>;
  /** Nothing happens to a client that does not exist. */
  setClientEnabled(clientId: string, isEnabled: boolean): Promise<void>;
  /** Returns false when there was none. */
  deleteClient(clientId: string): Promise<boolean>;
  /**
   * Returns the user's id. `decide` says what happens to a user who has the email already. If it fails, a user may be there
   * who is not complete.
   */
  createUser(
    user: NewUser,
    decide: (existing: ExistingUser) => Promise<UserDecision>,
  ): Promise<Result<string, "user_exists" | "email_refused">>;
  /** A one-time link for setting the password; null when the provider mails the link to the user itself. */
  createSetupLink(userId: string): Promise<string | null>;
  findUser(email: string): Promise<ExistingUser | null>;
  findUserById(userId: string): Promise<ExistingUser | null>;
  /** Whether the user has a password, or anything else to sign in with. Returns false for a user that does not exist. */
  hasCredentials(userId: string): Promise<boolean>;
  /**
   * Changes what the merchant's user logs in with; id, password and roles stay. `taken`: another user has the new address.
   * Nothing happens when the merchant has no user with the old one. Safe to repeat.
   */
  changeUserEmail(merchantId: string, from: string, to: string): Promise<"changed" | "taken">;
  listUsers(merchantId: string): Promise<UserAccount[]>;
  /** Ends the user's sessions as well. Nothing happens to a user that does not exist. */
  removeUser(userId: string): Promise<void>;
  /**
   * The user stays, and is no merchant's any more; ends its sessions. `enables`: a disabled one may log in again. Nothing happens
   * to a user that does not exist. Safe to repeat.
   */
  releaseUser(userId: string, options: { enables: boolean }): Promise<void>;
  /** Disabling also ends the user's sessions. Nothing happens to a user that does not exist. */
  setUserEnabled(userId: string, isEnabled: boolean): Promise<void>;
  /** Ends all sessions of the users whom the provider names as the wallet's, and of these. Safe to repeat. */
  endSessions(walletId: string, userIds: readonly string[]): Promise<void>;
}

export interface NewClient {
  clientId: string;
  /** Fixed claims in every token of the client, such as `merchant_id`. */
  claims: Record<string, string>;
  roles: string[];
  /** It is false for a client that may have no tokens yet; absent means true. */
  isEnabled?: boolean;
}

export interface NewUser {
  /** It is the user name as well. */
  email: string;
  /** `merchant_id` is one. They become claims, because only an administrator can change them. */
  attributes: Record<string, string>;
  roles: string[];
  /** It is false for a user who may not sign in yet; absent means true. */
  isEnabled?: boolean;
}

export interface ExistingUser {
  /** The `sub` of the user's tokens. */
  id: string;
  /** Whose user it is; more than one only if an operator has made it so. */
  merchantIds: readonly string[];
  isEnabled: boolean;
  /** It is false for whoever has registered at the provider and not shown yet that the email is theirs. */
  isEmailVerified: boolean;
  /** Whether the provider names a wallet of the user's. One that the service has given is stored in D1 alone. */
  hasWallet: boolean;
}

/** `keep`: nothing happens to the user; `adopt`: it is given the new one's attributes and roles; `replace`: it is removed first. */
type UserDecision = "keep" | "adopt" | "replace";

interface UserAccount extends ExistingUser {
  email: string;
  /** It is null when the provider does not say. */
  createdAt: number | null;
  /** When the link to a first password ends; null once there is a password, or when the provider does not say. */
  invitedUntil: number | null;
  mustSetPassword: boolean;
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
  /** New tokens; the refresh token is used up. Returns null when the provider refuses it: the session is over. */
  renew(tokens: SessionTokens): Promise<SessionTokens | null>;
  /**
   * Revokes the refresh token. Returns where to send the browser, so that the provider ends its own session there as
   * well; null when the provider has no such page.
   */
  end(tokens: SessionTokens): Promise<string | null>;
}

export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SignedIn extends SessionTokens {
  email: string;
}

/** The last key sets that were read, shared by all instances of the service. */
export interface KeySetStore {
  find(url: string): Promise<CachedKeySet | null>;
  save(url: string, keySet: CachedKeySet): Promise<void>;
}

/** A key set of the identity provider as it was read, in JSON. */
export interface CachedKeySet {
  text: string;
  readAt: number;
}
