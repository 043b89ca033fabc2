// What an administrator corrects about a merchant: its name, which payers see, and the address of its first user.
import { changeUserEmail } from "#core/db/merchants/merchant-users.ts";
import {
  changeMerchantEmail,
  findMerchant,
  findMerchantByEmail,
  updateMerchant,
} from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { isErased, type Merchant } from "#core/domain/merchants/merchant.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";

export interface MerchantChange {
  businessName: string | undefined;
  email: string | undefined;
}

/** Nothing changes when it is refused. What stays as it is leaves no entry in the audit trail. */
export async function changeMerchant(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  { businessName, email }: MerchantChange,
): Promise<Result<Merchant, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  const readdressed =
    email === undefined ? ok(merchant) : await changeEmail(deps, actor, merchant, email.toLowerCase());
  if (!readdressed.ok || businessName === undefined) return readdressed;
  return await rename(deps, actor, readdressed.value, businessName);
}

/** Intents keep the name that they were created with. */
async function rename(
  deps: Dependencies,
  actor: Actor,
  merchant: Merchant,
  businessName: string,
): Promise<Result<Merchant, Refusal>> {
  if (merchant.businessName === businessName) return ok(merchant);
  const event = { action: "merchant.renamed", merchantId: merchant.id, details: businessName } as const;
  const change = { businessName, updatedAt: deps.clock() };
  const renamed = await audited(deps, actor, event, (entry) =>
    updateMerchant(deps.db, merchant.id, change, entry),
  );
  return renamed === null ? err("merchant_not_found") : ok(renamed);
}

/** The provider comes first: whoever repeats the request finds the user there by the new address. */
async function changeEmail(
  deps: Dependencies,
  actor: Actor,
  merchant: Merchant,
  email: string,
): Promise<Result<Merchant, Refusal>> {
  const { id: merchantId, email: from } = merchant;
  if (email === from) return ok(merchant);
  if ((await findMerchantByEmail(deps.db, email)) !== null) return err("email_taken");
  if ((await readdressUser(deps, merchantId, from, email)) === "taken") return err("user_exists");
  const event = { action: "merchant.email_changed", merchantId, details: email } as const;
  const changed = await audited(deps, actor, event, (entry) =>
    changeMerchantEmail(deps.db, merchantId, { email, now: deps.clock() }, entry),
  );
  if (changed !== null) return ok(changed);
  // Another merchant has taken the address meanwhile.
  await readdressUser(deps, merchantId, email, from);
  return err("email_taken");
}

/** Everywhere but in the merchant's own row. */
async function readdressUser(
  { db, identityProvider, sessions }: Dependencies,
  merchantId: string,
  from: string,
  to: string,
): Promise<"changed" | "taken"> {
  const outcome = await identityProvider.changeUserEmail(merchantId, from, to);
  if (outcome === "taken") return outcome;
  await changeUserEmail(db, merchantId, { from, to });
  await sessions.changeEmail(merchantId, from, to);
  return outcome;
}
