// Merchants and wallets, made over HTTP. Every test makes its own, because storage is shared within a file.
import { expect } from "vitest";
import { renewCopies } from "#core/db/merchants/account-copies.ts";
import { adminToken, call, fetchToken } from "./api.ts";
import { MERCHANT_API, SANDBOX_API, WALLET_API } from "./paths.ts";
import { rowsOf } from "./rows.ts";
import { deps } from "./seeds.ts";
import { merchantToken, walletToken } from "./tokens.ts";

export interface TestMerchant {
  id: string;
  clientId: string;
  clientSecret: string;
  /** The address of its first user, who sets a password at `setupUrl`. */
  email: string;
  setupUrl: string;
  token: string;
}

export async function makeMerchant(
  registration: { email?: string; business_name?: string } = {},
): Promise<TestMerchant> {
  const json = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Bean & Leaf", ...registration };
  const { status, body } = await call("POST", `${MERCHANT_API}/register`, {
    token: await adminToken(),
    json,
  });
  expect(status).toBe(201);
  const { merchant_id: id, client_id: clientId, client_secret: clientSecret, setup_url: setupUrl } = body;
  const token = await fetchToken(clientId, clientSecret);
  return { id, clientId, clientSecret, email: json.email, setupUrl, token };
}

/** Makes one with the given webhook settings, and the secret that signs for its endpoint. */
export async function makeMerchantWithWebhook(webhook: Record<string, unknown>) {
  const merchant = await makeMerchant();
  const { token } = merchant;
  expect((await call("PUT", `${MERCHANT_API}/webhook`, { token, json: webhook })).status).toBe(200);
  const { body } = await call("POST", `${MERCHANT_API}/webhook/rotate-secret`, { token });
  return { ...merchant, webhookSecret: body.webhook_secret as string };
}

export interface TestWallet {
  id: string;
  token: string;
}

/** Made by the merchant with this token, or by an administrator. */
export async function makeWallet(
  options: { balance?: number; currency?: string; token?: string } = {},
): Promise<TestWallet> {
  const { status, body } = await call("POST", `${SANDBOX_API}/wallets`, {
    token: options.token ?? (await adminToken()),
    json: { currency: options.currency ?? "USD", balance: options.balance ?? 100 },
  });
  expect(status).toBe(201);
  return { id: body.wallet_id, token: await fetchToken(body.client_id, body.client_secret) };
}

/** Gives it a token that is valid at the clock's current time. */
export async function renewMerchant(merchant: TestMerchant): Promise<TestMerchant> {
  return { ...merchant, token: await merchantToken(merchant.id) };
}

export async function renewWallet(wallet: TestWallet): Promise<TestWallet> {
  return { ...wallet, token: await walletToken(wallet.id) };
}

/** Balances as text, one entry per currency: "100.00 USD". */
export async function readBalances(wallet: TestWallet): Promise<string[]> {
  const { body } = await call("GET", `${WALLET_API}/wallet`, { token: wallet.token });
  return body.wallet.balances.map(({ amount, currency }: Record<string, string>) => `${amount} ${currency}`);
}

export async function deactivateMerchant(merchant: { id: string }): Promise<void> {
  await rowsOf(merchant.id).run("UPDATE merchants SET status = 'inactive' WHERE id = ?", merchant.id);
  await renewCopies(deps.shards, merchant.id);
}
