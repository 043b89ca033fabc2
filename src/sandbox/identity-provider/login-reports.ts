import { type AuditAction, actorKindOf } from "#core/domain/audit/audit-trail.ts";
import type { ProviderReport } from "#core/domain/identity-provider/provider-actor.ts";
import { DASHBOARD_CLIENT_ID, WALLET_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { readIdentity } from "#core/domain/sessions/actor-identity.ts";
import type { PublicClientId } from "./public-clients.ts";
import { accessClaims, type TokenSubject } from "./token-subject.ts";
import type { IdpUser } from "./users.ts";

export interface LoggedIn extends TokenSubject {
  login: ProviderReport;
  /** What the user's shop is called; null at the wallet. */
  shop: string | null;
}

/** What was typed as an unknown user's name may be a mistyped name, or a password, so it is left out. */
export function userLogin(
  action: AuditAction,
  user: IdpUser | undefined,
  clientId: PublicClientId = DASHBOARD_CLIENT_ID,
): ProviderReport {
  const subject = user?.id ?? null;
  if (clientId === WALLET_CLIENT_ID)
    return { action, merchantId: null, actor: clientId, kind: "customer", subject };
  const merchantId = user?.attributes.merchant_id?.[0] ?? null;
  return { action, merchantId, actor: clientId, kind: "user", subject };
}

export function clientLogin(action: AuditAction, client: TokenSubject | undefined): ProviderReport {
  if (client === undefined) {
    return { action, merchantId: null, actor: "unknown", kind: "unknown", subject: null };
  }
  const identity = readIdentity(accessClaims(client));
  const { merchantId, clientId, subject } = identity;
  const kind = actorKindOf(identity);
  // A wallet's client id contains the wallet's id.
  return { action, merchantId, actor: kind === "customer" ? kind : clientId, kind, subject };
}
