import {
  readMerchants,
  readMerchantWithEmail,
  readPublicMerchants,
} from "#core/db/merchants/merchant-lists.ts";
import { changeMerchantStatus, findMerchant } from "#core/db/merchants/merchants.ts";
import type { CountedPage, ListPosition } from "#core/db/paging.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { isErased, isSuspended, type Merchant } from "#core/domain/merchants/merchant.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited, recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";

/** Lists the newest first. */
export async function listPlatformMerchants(
  { db }: Dependencies,
  { status, email }: { status: Merchant["status"] | null; email: string | null },
  position: ListPosition,
): Promise<CountedPage<Merchant>> {
  return email === null
    ? await readMerchants(db, status, position)
    : await readMerchantWithEmail(db, email, status, position);
}

export async function readMerchant(
  { db }: Dependencies,
  merchantId: string,
): Promise<Result<Merchant, Refusal>> {
  const merchant = await findMerchant(db, merchantId);
  return merchant === null ? err("merchant_not_found") : ok(merchant);
}

/** Only active merchants that are not suspended are public. */
export async function listPublicMerchants(
  { db }: Dependencies,
  position: ListPosition,
): ReturnType<typeof readPublicMerchants> {
  return await readPublicMerchants(db, position);
}

/**
 * Inactive means no new intents, and not public; open intents stay payable, cancellable and refundable. Activating a
 * closed merchant reopens it; its suspension is ended separately.
 */
export async function setMerchantStatus(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  status: "active" | "inactive",
): Promise<Result<Merchant, Refusal>> {
  const action = status === "active" ? "merchant.activated" : "merchant.deactivated";
  const change = { status, now: deps.clock() };
  const merchant = await audited(deps, actor, { action, merchantId }, (entry) =>
    changeMerchantStatus(deps.db, merchantId, change, entry),
  );
  if (merchant !== null) return ok(merchant);
  const current = await findMerchant(deps.db, merchantId);
  if (current === null) return err("merchant_not_found");
  return err(isErased(current) ? "merchant_erased" : "merchant_closed");
}

export interface ClientCredentialPair {
  clientId: string;
  clientSecret: string;
}

/** The merchant itself asks for them. Nothing else about the client changes. */
export async function rotateOwnCredentials(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
): Promise<Result<ClientCredentialPair, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  const clientId = merchant.idpClientId;
  const clientSecret = await deps.identityProvider.rotateClientSecret(clientId);
  await recordAudit(deps, actor, { action: "credentials.rotated", merchantId, targetId: clientId });
  return ok({ clientId, clientSecret });
}

/**
 * Replaces a lost client secret; the old one stops working at once. Creates the client if it is missing. A suspended
 * merchant's stays disabled.
 */
export async function rotateMerchantCredentials(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
): Promise<Result<ClientCredentialPair, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  const clientId = merchant.idpClientId;
  const clientSecret = await deps.identityProvider.createClient({
    clientId,
    claims: { merchant_id: merchantId },
    roles: [],
    isEnabled: !isSuspended(merchant),
  });
  await recordAudit(deps, actor, { action: "credentials.rotated", merchantId, targetId: clientId });
  return ok({ clientId, clientSecret });
}
