// Reports logins to the audit trail.
import type { AuditAction } from "../../domain/audit-trail.ts";
import type { ProviderReport } from "../../domain/provider-caller.ts";
import { DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import type { TokenSubject } from "./access-token.ts";
import { mapClaims } from "./claims.ts";
import type { IdpClient } from "./clients.ts";
import type { Realm } from "./realm.ts";
import type { IdpUser } from "./users.ts";

export interface LoggedIn extends TokenSubject {
  login: ProviderReport;
}

/** What was typed as an unknown user's name may be a mistyped name, or a password, so it is left out. */
export function userLogin(action: AuditAction, user: IdpUser | undefined): ProviderReport {
  const merchantId = user?.attributes.merchant_id?.[0] ?? null;
  return { action, merchantId, actor: DASHBOARD_CLIENT_ID, kind: "user", subject: user?.id ?? null };
}

export function clientLogin(
  { admin }: Realm,
  action: AuditAction,
  client: IdpClient | undefined,
): ProviderReport {
  if (client === undefined) {
    return { action, merchantId: null, actor: "unknown", kind: "unknown", subject: null };
  }
  const { id: subject, clientId: actor } = client;
  if (actor === admin.clientId) return { action, merchantId: null, actor, kind: "administrator", subject };
  const {
    merchant_id: merchantId,
    counter_id: counterId,
    wallet_id: walletId,
  } = mapClaims(client.protocolMappers);
  // A wallet's client id contains the wallet's id.
  if (walletId !== undefined)
    return { action, merchantId: null, actor: "customer", kind: "customer", subject };
  const kind = counterId === undefined ? "merchant" : "counter";
  return { action, merchantId: typeof merchantId === "string" ? merchantId : null, actor, kind, subject };
}
