// Who is calling, and for which merchant. Built only from verified claims, never from a request body.

import { DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import type { RestrictionsKey } from "#core/domain/merchants/restrictions.ts";
import { err, ok, type Result } from "#core/domain/result.ts";

/** A provider adds roles of its own to every token (Keycloak: `offline_access`); they mean nothing here. */
const ROLES = ["admin", "merchant", "customer"] as const;
export type Role = (typeof ROLES)[number];

export interface ActorIdentity {
  subject: string;
  clientId: string;
  roles: readonly Role[];
  merchantId: string | null;
  counterId: string | null;
  walletId: string | null;
  /** When the token was issued, in seconds; null when it does not say. */
  issuedAt: number | null;
}

export type AccessRefusal = "forbidden" | "merchant_missing" | "sign_in_required";

export function readIdentity(claims: Record<string, unknown>): ActorIdentity {
  const access = claims.realm_access;
  const given = typeof access === "object" && access !== null && "roles" in access ? access.roles : [];
  return {
    subject: text(claims.sub) ?? "unknown",
    clientId: text(claims.azp) ?? text(claims.client_id) ?? "unknown",
    roles: Array.isArray(given) ? ROLES.filter((role) => given.includes(role)) : [],
    merchantId: text(claims.merchant_id),
    counterId: text(claims.counter_id),
    walletId: text(claims.wallet_id),
    issuedAt: typeof claims.iat === "number" ? claims.iat : null,
  };
}

export function isAdmin(identity: ActorIdentity): boolean {
  return identity.roles.includes("admin");
}

/** The merchant the caller acts for. Operations reserved for the merchant itself refuse counters. */
export function merchantOf(
  identity: ActorIdentity,
  options: { allowCounters: boolean },
): Result<string, AccessRefusal> {
  if (identity.roles.includes("customer")) return err("forbidden");
  if (identity.merchantId === null) return err("merchant_missing");
  if (identity.counterId !== null && !options.allowCounters) return err("forbidden");
  return ok(identity.merchantId);
}

export function walletOf(identity: ActorIdentity): Result<string, AccessRefusal> {
  const { roles, walletId } = identity;
  return roles.includes("customer") && walletId !== null ? ok(walletId) : err("forbidden");
}

/**
 * Whose requests count together. People share the client of their app, so they count by wallet or user; machines have a
 * client each.
 */
export function actorKey(identity: ActorIdentity): string {
  const { roles, clientId, subject, merchantId, walletId } = identity;
  if (roles.includes("customer") && walletId !== null) return `wallet ${walletId}`;
  return isPerson(identity) ? `user ${clientId} ${subject}` : `client ${merchantId} ${clientId}`;
}

function isPerson({ roles, clientId }: ActorIdentity): boolean {
  return roles.length > 0 || clientId === DASHBOARD_CLIENT_ID;
}

/** Whether the token is of a merchant's user. An administrator's own operations do not need it. */
export function isSignedIn({ roles, clientId }: ActorIdentity): boolean {
  return roles.includes("merchant") || clientId === DASHBOARD_CLIENT_ID;
}

/** What a caller that acts for a merchant is looked up by; null for all others. */
export function restrictionsKeyOf(identity: ActorIdentity): RestrictionsKey | null {
  const { merchantId, counterId, subject } = identity;
  return merchantId === null ? null : { merchantId, counterId, userId: isPerson(identity) ? subject : null };
}

function text(claim: unknown): string | null {
  return typeof claim === "string" && claim !== "" ? claim : null;
}
