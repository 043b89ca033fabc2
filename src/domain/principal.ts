// Who is calling, and for which merchant. Built only from verified claims, never from a request body.
import { err, ok, type Result } from "./result.ts";

/** A provider adds roles of its own to every token (Keycloak: `offline_access`); they mean nothing here. */
const ROLES = ["admin", "merchant", "customer"] as const;
export type Role = (typeof ROLES)[number];

export interface Principal {
  subject: string;
  /** The OAuth client the token was issued to. */
  clientId: string;
  roles: readonly Role[];
  merchantId: string | null;
  counterId: string | null;
  walletId: string | null;
}

export type AccessRefusal = "forbidden" | "merchant_missing";

export function principalFrom(claims: Record<string, unknown>): Principal {
  const access = claims.realm_access;
  const given = typeof access === "object" && access !== null && "roles" in access ? access.roles : [];
  return {
    subject: text(claims.sub) ?? "unknown",
    clientId: text(claims.azp) ?? text(claims.client_id) ?? "unknown",
    roles: Array.isArray(given) ? ROLES.filter((role) => given.includes(role)) : [],
    merchantId: text(claims.merchant_id),
    counterId: text(claims.counter_id),
    walletId: text(claims.wallet_id),
  };
}

export function isAdmin(principal: Principal): boolean {
  return principal.roles.includes("admin");
}

/** The merchant the caller acts for. Operations reserved for the merchant itself refuse counters. */
export function merchantOf(
  principal: Principal,
  options: { allowCounters: boolean },
): Result<string, AccessRefusal> {
  if (principal.roles.includes("customer")) return err("forbidden");
  if (principal.merchantId === null) return err("merchant_missing");
  if (principal.counterId !== null && !options.allowCounters) return err("forbidden");
  return ok(principal.merchantId);
}

export function walletOf(principal: Principal): Result<string, AccessRefusal> {
  const { roles, walletId } = principal;
  return roles.includes("customer") && walletId !== null ? ok(walletId) : err("forbidden");
}

function text(claim: unknown): string | null {
  return typeof claim === "string" && claim !== "" ? claim : null;
}
