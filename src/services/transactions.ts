import type { LedgerPage } from "../domain/ports.ts";
import type { AccessRefusal } from "../domain/principal.ts";
import { isAdmin, merchantOf, type Principal } from "../domain/principal.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { Dependencies } from "./dependencies.ts";

/** Merchants read their own account; an administrator without a merchant in the token names one. */
export function chooseMerchant(
  principal: Principal,
  askedMerchantId: () => string | null,
): Result<string, AccessRefusal> {
  if (!isAdmin(principal) || principal.merchantId !== null)
    return merchantOf(principal, { allowCounters: false });
  const asked = askedMerchantId();
  return asked === null ? err("merchant_missing") : ok(asked);
}

/** The merchant's account at the ledger, newest first. */
export async function listTransactions(
  deps: Dependencies,
  merchantId: string,
  paging: { page: number; limit: number },
): Promise<LedgerPage> {
  return await deps.ledger.listTransactions(merchantId, paging.page, paging.limit);
}
