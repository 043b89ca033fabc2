// Dashboard users with a role but without an account at the identity provider, whose tokens are minted, or the other way round.

import type { MerchantRole } from "../../src/domain/merchant-user.ts";
import { makeMerchant, type TestMerchant } from "./parties.ts";
import { rowsOf } from "./rows.ts";
import { merchantToken, withRoles } from "./tokens.ts";

export async function setRole(merchantId: string, subject: string, role: MerchantRole): Promise<void> {
  await rowsOf(merchantId).run(
    "INSERT OR REPLACE INTO merchant_users VALUES (?, ?, ?, ?, 0)",
    merchantId,
    subject,
    `${subject}@shop.test`,
    role,
  );
}

export async function staffToken(merchantId: string): Promise<string> {
  const subject = crypto.randomUUID();
  await setRole(merchantId, subject, "staff");
  return await merchantToken(merchantId, { sub: subject, ...withRoles("merchant") });
}

/** A merchant as an earlier release has registered it: the first user has no row. */
export async function makeMerchantWithoutRoles(): Promise<TestMerchant> {
  const merchant = await makeMerchant();
  await rowsOf(merchant.id).run("DELETE FROM merchant_users WHERE merchant_id = ?", merchant.id);
  return merchant;
}
