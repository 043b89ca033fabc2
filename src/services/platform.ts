// What the platform administrator can do with registered merchants.

import type { ListPosition } from "../db/intent-search.ts";
import { type MerchantPage, readMerchants, readPublicMerchants } from "../db/merchant-lists.ts";
import { findMerchant, updateMerchant } from "../db/merchants.ts";
import { isSuspended, type Merchant } from "../domain/merchant.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { audited, recordAudit } from "./audit-trail.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Refusal } from "./refusal.ts";

type PagedMerchants = MerchantPage & { totalPages: number };

/** Newest first; a null status lists all of them. */
export async function listPlatformMerchants(
  { db }: Dependencies,
  status: Merchant["status"] | null,
  position: ListPosition,
): Promise<PagedMerchants> {
  return paged(await readMerchants(db, status, position), position);
}

/** Only active merchants that are not suspended are public. */
export async function listPublicMerchants(
  { db }: Dependencies,
  position: ListPosition,
): Promise<PagedMerchants> {
  return paged(await readPublicMerchants(db, position), position);
}

function paged(found: MerchantPage, { limit }: ListPosition): PagedMerchants {
  return { ...found, totalPages: Math.ceil(found.total / limit) };
}

/** Inactive means no new intents, and not public; open intents stay payable, cancellable and refundable. */
export async function setMerchantStatus(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  status: Merchant["status"],
): Promise<Result<Merchant, Refusal>> {
  const action = status === "active" ? "merchant.activated" : "merchant.deactivated";
  const change = { status, updatedAt: deps.clock() };
  const merchant = await audited(deps, cause, { action, merchantId }, (entry) =>
    updateMerchant(deps.db, merchantId, change, entry),
  );
  return merchant === null ? err("merchant_not_found") : ok(merchant);
}

export interface ClientCredentialPair {
  clientId: string;
  clientSecret: string;
}

/** By the merchant itself. Nothing else about the client changes. */
export async function rotateOwnCredentials(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
): Promise<Result<ClientCredentialPair, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  const clientId = merchant.idpClientId;
  const clientSecret = await deps.identityProvider.rotateClientSecret(clientId);
  await recordAudit(deps, cause, { action: "credentials.rotated", merchantId, targetId: clientId });
  return ok({ clientId, clientSecret });
}

/**
 * Replaces a lost client secret; the old one stops working at once. Creates the client if it is missing. A suspended
 * merchant's stays disabled.
 */
export async function rotateMerchantCredentials(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
): Promise<Result<ClientCredentialPair, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  const clientId = merchant.idpClientId;
  const clientSecret = await deps.identityProvider.createClient({
    clientId,
    claims: { merchant_id: merchantId },
    roles: [],
    isEnabled: !isSuspended(merchant),
  });
  await recordAudit(deps, cause, { action: "credentials.rotated", merchantId, targetId: clientId });
  return ok({ clientId, clientSecret });
}
