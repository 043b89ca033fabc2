import type { AccessRefusal } from "../domain/principal.ts";
import { isAdmin, merchantOf, type Principal } from "../domain/principal.ts";
import { err, ok, type Result } from "../domain/result.ts";

/** Merchants read their own account; an administrator without a merchant in the token names one in the request. */
export function chooseMerchant(
  principal: Principal,
  readRequestedId: () => string | null,
): Result<string, AccessRefusal> {
  if (!isAdmin(principal) || principal.merchantId !== null)
    return merchantOf(principal, { allowCounters: false });
  const requestedId = readRequestedId();
  return requestedId === null ? err("merchant_missing") : ok(requestedId);
}
