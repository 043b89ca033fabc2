// What the platform administrator does with merchants that are registered.
import {
  findMerchant,
  listMerchants,
  type Merchant,
  type MerchantPage,
  updateMerchant,
} from "../db/merchants.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Services } from "./context.ts";
import type { Refusal } from "./refusal.ts";

/** Newest first; every status when none is named. */
export async function listPlatformMerchants(
  services: Services,
  filter: { status: Merchant["status"] | null; page: number; limit: number },
): Promise<MerchantPage> {
  return await listMerchants(services.db, filter.status, filter.page, filter.limit);
}

/** Inactive means no new intents, and not public; open intents stay payable, cancellable and refundable. */
export async function setMerchantStatus(
  services: Services,
  merchantId: string,
  status: Merchant["status"],
): Promise<Result<Merchant, Refusal>> {
  const merchant = await updateMerchant(services.db, merchantId, { status, updatedAt: services.clock() });
  return merchant === null ? err("merchant_not_found") : ok(merchant);
}

export interface ClientCredentialPair {
  clientId: string;
  clientSecret: string;
}

/** For a client secret that was lost: a new one, and the old one is dead at once. A missing client is made again. */
export async function rotateMerchantCredentials(
  services: Services,
  merchantId: string,
): Promise<Result<ClientCredentialPair, Refusal>> {
  const merchant = await findMerchant(services.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  const clientId = merchant.idpClientId;
  const clientSecret = await services.identityProvider.createClient({
    clientId,
    claims: { merchant_id: merchantId },
    roles: [],
  });
  return ok({ clientId, clientSecret });
}
