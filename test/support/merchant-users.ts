// Dashboard users whose tokens are minted; some have a role without an account at the identity provider, or the other way round.

import type { MerchantRole } from "#core/domain/merchants/merchant-user.ts";
import { rowsOf, sharedRows } from "./rows.ts";
import { merchantToken, withRoles } from "./tokens.ts";

export async function setRole(merchantId: string, subject: string, role: MerchantRole): Promise<void> {
  await rowsOf(merchantId).run(
    "INSERT OR REPLACE INTO merchant_users VALUES (?, ?, ?, ?, 0, NULL, NULL)",
    merchantId,
    subject,
    `${subject}@shop.test`,
    role,
  );
}

export function staffToken(merchantId: string): Promise<string> {
  return userToken(merchantId, "staff");
}

/** Makes that of a new user. */
export async function userToken(
  merchantId: string,
  role: MerchantRole,
  claims = withRoles("merchant"),
): Promise<string> {
  const subject = crypto.randomUUID();
  await setRole(merchantId, subject, role);
  return await merchantToken(merchantId, { sub: subject, ...claims });
}

/** The merchant with a token of its first user, an owner who has signed in. */
export async function ownerOf<Merchant extends { id: string; email: string }>(merchant: Merchant) {
  const subject = await sharedRows.value("SELECT id FROM idp_users WHERE email = ?", merchant.email);
  const token = await merchantToken(merchant.id, { sub: String(subject), ...withRoles("merchant") });
  return { ...merchant, token, subject: String(subject) };
}

/** A restore of the database loses as much, at the most. */
export async function loseRoles(merchantId: string): Promise<void> {
  await rowsOf(merchantId).run("DELETE FROM merchant_users WHERE merchant_id = ?", merchantId);
}
