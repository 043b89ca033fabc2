import type { Context } from "hono";
import { isAdmin, merchantOf } from "../domain/principal.ts";
import { parseId } from "../wire/shared/fields.ts";
import type { AppEnv } from "./app-env.ts";
import { invalid } from "./errors.ts";
import { orThrow, refusalError } from "./refusals.ts";

/** The caller's own merchant, or the one that an administrator without a merchant names in the query. */
export function chosenMerchant(c: Context<AppEnv>, requestedId: unknown): string {
  const principal = c.get("principal");
  if (isAdmin(principal) && principal.merchantId === null) return namedMerchant(requestedId);
  return orThrow(merchantOf(principal, { allowCounters: false }));
}

function namedMerchant(requestedId: unknown): string {
  if (requestedId === undefined) throw refusalError("merchant_missing");
  const id = typeof requestedId === "string" ? parseId(requestedId) : null;
  if (id === null) throw invalid([{ field: "merchant_id", message: "must be a valid UUID" }]);
  return id;
}
