// What the audit trail records: who did what to a merchant's access, settings and money, and from where.

import { DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { addInOrder, type Listed } from "#core/domain/open-list.ts";
import { type ActorIdentity, isAdmin } from "#core/domain/sessions/actor-identity.ts";

declare global {
  /** The parts' actions. */
  interface PartAuditActions {}
  /** Who acts by the parts' own guards. */
  interface PartActorKinds {}
}

/** Named as `noun.verb_past`. */
const CORE_AUDIT_ACTIONS = [
  "merchant.registered",
  "merchant.activated",
  "merchant.deactivated",
  "merchant.suspended",
  "merchant.reinstated",
  "merchant.renamed",
  "merchant.email_changed",
  "merchant.closed",
  "refunds.stopped",
  "refunds.allowed",
  "user.disabled",
  "user.enabled",
  "user.invited",
  "user.invitation_ended",
  "user.role_changed",
  "user.removed",
  "settings.changed",
  "credentials.rotated",
  "setup_link.created",
  "password.set",
  "login.succeeded",
  "login.failed",
  "client_login.failed",
  "identity_provider.changed",
  "webhook_address.changed",
  "webhook_secret.rotated",
  "counter.created",
  "counter.rights_changed",
  "counter.deactivated",
  "counter.revoked",
  "pairing.created",
  "till.paired",
  "till.renamed",
  "till.revoked",
  "refund.requested",
  "payment_intent.resolved",
  "wallet.stopped",
  "wallet.released",
  "audit_entry.erased",
] as const;
export type AuditAction = (typeof CORE_AUDIT_ACTIONS)[number] | keyof PartAuditActions;

/** The OpenAPI document has this order. Whoever reads it at the start of a module reads it without the parts' actions. */
export const AUDIT_ACTIONS: AuditAction[] = [...CORE_AUDIT_ACTIONS];

/** Called once, where the parts are composed. */
export function addAuditActions(ofParts: Record<keyof PartAuditActions, Listed>): void {
  addInOrder(AUDIT_ACTIONS, ofParts);
}

/** `unknown`: the caller has not authenticated. `system`: the service itself. */
const CORE_ACTOR_KINDS = [
  "administrator",
  "user",
  "merchant",
  "counter",
  "customer",
  "unknown",
  "system",
] as const;
export type ActorKind = (typeof CORE_ACTOR_KINDS)[number] | keyof PartActorKinds;

/** They are in the order of the OpenAPI document. */
export const ACTOR_KINDS: ActorKind[] = [...CORE_ACTOR_KINDS];

/** Called once, where the parts are composed. */
export function addActorKinds(ofParts: Record<keyof PartActorKinds, Listed>): void {
  addInOrder(ACTOR_KINDS, ofParts);
}

/** What may be erased from an entry; the chain covers only their salted digests. */
export const ERASABLE_FIELDS = ["subject", "address", "details"] as const;
export type ErasableField = (typeof ERASABLE_FIELDS)[number];

export interface AuditEvent {
  action: AuditAction;
  /** The merchant in whose trail it is; null when it concerns no merchant. */
  merchantId: string | null;
  /** The id of what was acted on, such as a counter, an intent or a user. */
  targetId?: string | null;
  /** Text for people, such as a reason or a new URL. Never a secret. */
  details?: string | null;
}

/**
 * How the history of a payment intent, which its merchant reads, names a person: a customer by the wallet, as the intent
 * itself does. Null for a machine, and for an administrator, whom only the platform's audit trail names.
 */
export function personOf(identity: ActorIdentity): string | null {
  const kind = actorKindOf(identity);
  if (kind === "user") return identity.subject;
  return kind === "customer" && identity.walletId !== null ? `wallet-${identity.walletId}` : null;
}

export function actorKindOf(identity: ActorIdentity): ActorKind {
  if (isAdmin(identity)) return "administrator";
  if (identity.roles.includes("customer")) return "customer";
  if (identity.roles.length > 0 || identity.clientId === DASHBOARD_CLIENT_ID) return "user";
  return identity.counterId === null ? "merchant" : "counter";
}
