import type { ActorKind, AuditEvent } from "#core/domain/audit/audit-trail.ts";
import type { SecretGuesses } from "#core/domain/ports/limits.ts";

/** What the embedded identity provider is told about a caller from outside; the service's own requests come without. */
export interface ProviderActor {
  /** The key of lib/address-key.ts. */
  addressKey?: string;
  /** Counts a token for a client or user that has authenticated; false when there were too many. */
  admit?: (key: string) => Promise<boolean>;
  /** Counts an attempt to log in with a password under this name; false when there were too many. */
  admitGuess?: (username: string) => Promise<boolean>;
  /** Whether whoever has authenticated may have a token with these claims. */
  isAllowed?: (claims: Record<string, unknown>) => Promise<boolean>;
  /** Looks up what a stranger presents. */
  secretGuesses?: SecretGuesses;
  /** Notes a login or a change for the audit trail. */
  report?: (event: ProviderReport) => void;
}

export interface ProviderReport extends AuditEvent {
  /** The client, or `unknown`: text that a stranger sends is not recorded. */
  actor: string;
  kind: ActorKind;
  subject: string | null;
}
