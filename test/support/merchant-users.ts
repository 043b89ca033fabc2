// Dashboard users with a role, without an account at the identity provider: their tokens are minted.
import { env } from "cloudflare:workers";
import type { MerchantRole } from "../../src/domain/merchant-user.ts";
import { merchantToken, withRoles } from "./tokens.ts";

export async function setRole(merchantId: string, subject: string, role: MerchantRole): Promise<void> {
  await env.DB.prepare("INSERT OR REPLACE INTO merchant_users VALUES (?, ?, ?, ?, 0)")
    .bind(merchantId, subject, `${subject}@shop.test`, role)
    .run();
}

export async function staffToken(merchantId: string): Promise<string> {
  const subject = crypto.randomUUID();
  await setRole(merchantId, subject, "staff");
  return await merchantToken(merchantId, { sub: subject, ...withRoles("merchant") });
}
