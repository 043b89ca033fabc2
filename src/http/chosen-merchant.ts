import type { Context } from "hono";
import { isAdmin, merchantOf } from "../domain/principal.ts";
import { parseId } from "../wire/shared/fields.ts";
import type { AppEnv } from "./app-env.ts";
import { invalid } from "./errors.ts";
import { refused } from "./refusals.ts";

/** The caller's own merchant, or the one that an administrator without a merchant names in the query. */
export function chosenMerchant(c: Context<AppEnv>, requestedId: unknown): string {
  const principal = c.get("principal");
  if (isAdmin(principal) && principal.merchantId === null) return namedMerchant(requestedId);
  const merchant = merchantOf(principal, { allowCounters: false });
  if (!merchant.ok) throw refused(merchant.error);
  return merchant.value;
}

function namedMerchant(requestedId: unknown): string {
  if (requestedId === undefined) throw refused("merchant_missing");
  const id = typeof requestedId === "string" ? parseId(requestedId) : null;
  if (id === null) throw invalid([{ field: "merchant_id", message: "must be a valid UUID" }]);
  return id;
}
