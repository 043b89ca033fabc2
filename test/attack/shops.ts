// Two shops with everything a shop can have: one is attacked, the other attacks.
import { setTimeout as sleep } from "node:timers/promises";
import { DASHBOARD_CLIENT_ID, issuerUrl, tokenUrl } from "../../src/domain/realm.ts";
import type { ClientCredentials } from "../../src/scripts/fetch-token.ts";
import { ScriptError } from "../../src/scripts/run.ts";
import {
  confidential,
  type Json,
  type Options,
  type Reply,
  send,
  sendForm,
  type Target,
} from "./requests.ts";

export const API = "/merchant/api/v1";
export const INTENTS = `${API}/payment-intents`;
export const COUNTERS = `${API}/counters`;
export const WALLET = "/wallet/api/v1";
export const TOKEN_PATH = new URL(tokenUrl(issuerUrl("http://localhost"))).pathname;

const POLL_MS = 1_000;
const REFUND_POLLS_MAX = 30;

export interface Shop {
  merchantId: string;
  credentials: ClientCredentials;
  token: string;
  counter: ClientCredentials & { id: string; token: string };
  dashboard: { email: string; password: string; token: string };
  customer: Customer;
  /** What the customer showed when the shop opened. */
  shown: Code;
  pending: string;
  paid: string;
  refunded: string;
  awaitingApproval: string;
  deliveryId: string;
  /** The ids above that another shop must never see. */
  privateTexts: string[];
}

export interface Customer {
  walletId: string;
  credentials: ClientCredentials;
  token: string;
}

export interface Code {
  code: string;
  /** In epoch milliseconds. */
  expiresAt: number;
}

export async function openShop(target: Target, name: string): Promise<Shop> {
  const admin = await fetchAdminToken(target);
  const email = `${name}-${crypto.randomUUID()}@example.com`;
  const registration = { email, business_name: `${name} shop` };
  const merchant = await must(target, "POST", `${API}/register`, { token: admin, json: registration });
  const token = await fetchToken(target, merchant);
  await must(target, "PUT", `${API}/webhook`, {
    token,
    json: { url: `https://${name}.example.com/hook`, events: ["payment.completed"] },
  });
  const till = { name: `${name} till`, webhook_url: `https://${name}.example.com/till` };
  const { counter, client_id, client_secret } = await must(target, "POST", COUNTERS, {
    token,
    json: till,
  });
  const customer = await openWallet(target, token, 1_000);
  const fields = {
    counter_id: counter.id,
    reference: `${name}-reference`,
    metadata: { of: `${name}-metadata` },
  };
  const pending = await createIntent(target, token, fields);
  const paid = await createIntent(target, token, fields);
  const refunded = await createIntent(target, token, fields);
  for (const id of [paid, refunded]) await confirm(target, id, customer);
  await must(target, "POST", `${INTENTS}/${refunded}/refund`, { token });
  const scan = { scan_token: customer.walletId, counter_id: counter.id, amount: 1 };
  const scanned = await must(target, "POST", `${API}/scan-payment`, { token, json: scan });
  const awaitingApproval = scanned.payment_intent.id;
  await waitUntilRefunded(target, token, refunded);
  const { deliveries } = await must(target, "GET", `${API}/webhook-deliveries?payment_intent_id=${paid}`, {
    token,
  });
  return {
    merchantId: merchant.merchant_id,
    credentials: merchant,
    token,
    counter: {
      id: counter.id,
      client_id,
      client_secret,
      token: await fetchToken(target, { client_id, client_secret }),
    },
    dashboard: await openDashboard(target, email, merchant.setup_url),
    customer,
    shown: await showCode(target, customer),
    pending,
    paid,
    refunded,
    awaitingApproval,
    deliveryId: deliveries[0].id,
    privateTexts: [
      merchant.merchant_id,
      counter.id,
      customer.walletId,
      paid,
      refunded,
      awaitingApproval,
      name,
    ],
  };
}

/** Tokens live for 300 seconds, and the attacks last longer on a busy machine. */
export async function renewTokens(target: Target, shop: Shop): Promise<void> {
  const { email, password } = shop.dashboard;
  shop.token = await fetchToken(target, shop.credentials);
  for (const client of [shop.counter, shop.customer])
    client.token = await fetchToken(target, "credentials" in client ? client.credentials : client);
  shop.dashboard.token = (await signIn(target, email, password)).json.access_token;
}

/** Sets the password as the merchant's first user does, with the link from the registration. */
async function openDashboard(target: Target, email: string, setupUrl: string) {
  const { pathname, hash } = new URL(setupUrl);
  const key = new URLSearchParams(hash.slice(1)).get("key") ?? "";
  const password = `${crypto.randomUUID()}-${crypto.randomUUID()}`;
  for (const [name, text] of Object.entries({
    "a setup key": key,
    "a password": password,
    "an email": email,
  }))
    confidential.set(text, name);
  const { status } = await sendForm(target, pathname, { key, password, confirmation: password });
  if (status !== 200) throw new ScriptError(`The setup link of ${email} failed with ${status}.`);
  const { json } = await signIn(target, email, password);
  return { email, password, token: json.access_token as string };
}

export async function signIn(
  target: Target,
  username: string,
  password: string,
  options: Options = {},
): Promise<Reply> {
  const form = { grant_type: "password", client_id: DASHBOARD_CLIENT_ID, username, password };
  return await sendForm(target, TOKEN_PATH, form, options);
}

/** Afterwards nothing in the shop changes by itself. */
export async function waitUntilRefunded(target: Target, token: string, id: string): Promise<void> {
  for (let attempt = 0; attempt < REFUND_POLLS_MAX; attempt += 1) {
    const { payment_intent: intent } = await must(target, "GET", `${INTENTS}/${id}`, { token });
    if (intent.refund_status === "completed") return;
    await sleep(POLL_MS);
  }
  throw new ScriptError(`The refund of ${id} was not settled within ${REFUND_POLLS_MAX} s.`);
}

export async function openWallet(target: Target, token: string, balance: number): Promise<Customer> {
  const wallet = await must(target, "POST", "/sandbox/v1/wallets", {
    token,
    json: { currency: "USD", balance },
  });
  return { walletId: wallet.wallet_id, credentials: wallet, token: await fetchToken(target, wallet) };
}

/** What the customer's wallet app shows at the till. */
export async function showCode(target: Target, { token }: Customer): Promise<Code> {
  const { scan_token: code, expires_at } = await must(target, "POST", `${WALLET}/scan-token`, { token });
  return { code, expiresAt: Date.parse(expires_at) };
}

export async function createIntent(target: Target, token: string, fields: object = {}): Promise<string> {
  const created = await must(target, "POST", INTENTS, { token, json: { amount: 5, ...fields } });
  return created.payment_intent.id;
}

export async function confirm(target: Target, intentId: string, { token }: Customer): Promise<Reply> {
  return await send(target, "POST", `${WALLET}/payment-intents/${intentId}/confirm`, { token });
}

export async function fetchAdminToken(target: Target): Promise<string> {
  const { clientId, clientSecret } = target.admin;
  return await fetchToken(target, { client_id: clientId, client_secret: clientSecret });
}

/** What an administrator can do to the shop in an incident. */
export async function pullLever(
  target: Target,
  { merchantId }: Shop,
  lever: string,
  json?: object,
): Promise<void> {
  const token = await fetchAdminToken(target);
  await must(target, "POST", `${API}/merchants/${merchantId}/${lever}`, { token, json });
}

/** As the administrator does it for a secret that was lost. */
export async function rotateCredentials(target: Target, shop: Shop): Promise<void> {
  const path = `${API}/merchants/${shop.merchantId}/rotate-credentials`;
  shop.credentials = await must(target, "POST", path, { token: await fetchAdminToken(target) });
}

export async function fetchToken(target: Target, credentials: ClientCredentials): Promise<string> {
  const { status, json, text } = await requestToken(target, credentials);
  if (status !== 200) throw new ScriptError(`No token for ${credentials.client_id}: ${text}`);
  return json.access_token;
}

export async function requestToken(
  target: Target,
  { client_id, client_secret }: ClientCredentials,
  options: Options = {},
): Promise<Reply> {
  const form = { grant_type: "client_credentials", client_id, client_secret };
  return await sendForm(target, TOKEN_PATH, form, options);
}

/** A request that is no attack: it has to succeed. */
export async function must(
  target: Target,
  method: string,
  path: string,
  options: Options = {},
): Promise<Json> {
  const reply = await send(target, method, path, options);
  if (reply.status < 200 || reply.status > 299)
    throw new ScriptError(`${method} ${path} failed with ${reply.status}: ${reply.text}`);
  return reply.json;
}
