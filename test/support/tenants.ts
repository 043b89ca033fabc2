// Merchants with everything a merchant can have, for tests of who can see what.
import { expect, inject } from "vitest";
import { type ApiResponse, call } from "./api.ts";
import { approve, makeApproval } from "./approvals.ts";
import { makeCounter, type TestCounter } from "./counters.ts";
import { makeIntent, makePaidIntent, refund } from "./intents.ts";
import { userToken } from "./merchant-users.ts";
import { published } from "./objects.ts";
import { makeMerchant, makeWallet, type TestMerchant, type TestWallet } from "./parties.ts";
import { MERCHANT_API, WALLET_API } from "./paths.ts";
import { rowsOf, sharedRows } from "./rows.ts";

/** How many events a tenant's customer receives: two approval requests, three payments and one settled refund. */
export const WALLET_EVENTS = 6;

export interface Tenant {
  merchant: TestMerchant;
  dashboardToken: string;
  counter: TestCounter;
  wallet: TestWallet;
  pending: { id: string };
  paid: { id: string };
  refunded: { id: string };
  awaitingApproval: { id: string };
  approved: { id: string };
  /** By the customer. */
  blockedMerchant: { id: string };
}

/** The name appears in every text field. */
export async function makeTenant(name: string): Promise<Tenant> {
  const merchant = await makeMerchant({ business_name: `${name} shop` });
  const { token } = merchant;
  const webhook = { url: `https://${name}.test/hook`, events: ["payment.completed", "refund.completed"] };
  await call("PUT", `${MERCHANT_API}/webhook`, { token, json: webhook });
  const counter = await makeCounter(merchant, {
    name: `${name} till`,
    webhook_url: `https://${name}.test/till`,
  });
  const wallet = await makeWallet();
  const fields = {
    counter_id: counter.id,
    reference: `${name}-reference`,
    metadata: { of: `${name}-metadata` },
  };
  const refunded = await makePaidIntent(merchant, { wallet, fields });
  expect((await refund(merchant, refunded.id)).status).toBe(200);
  const approved = await makeApproval(merchant, wallet, fields);
  expect((await approve(wallet, approved.id)).status).toBe(200);
  const paid = await makePaidIntent(merchant, { wallet, fields });
  for (const { id } of [refunded, approved, paid]) await published(id);
  await insertFaultAndMessage(merchant.id, name);
  return {
    merchant,
    dashboardToken: await userToken(merchant.id, "owner"),
    counter,
    wallet,
    pending: await makeIntent(merchant, fields),
    paid,
    refunded,
    awaitingApproval: await makeApproval(merchant, wallet, fields),
    approved,
    blockedMerchant: await blockMerchant(wallet, `${name} pest`),
  };
}

/** In the sandbox: a fault, and a webhook in the inbox. */
async function insertFaultAndMessage(merchantId: string, name: string): Promise<void> {
  const { run } = rowsOf(merchantId);
  await run("INSERT INTO sandbox_faults VALUES (?, 'endpoint_down', 4102444800000)", merchantId);
  const webhook = [merchantId, crypto.randomUUID(), Date.now(), `${name} webhook`];
  await run("INSERT INTO sandbox_inbox VALUES (?, ?, ?, '{}', ?, 200)", ...webhook);
}

async function blockMerchant({ token }: TestWallet, name: string): Promise<{ id: string }> {
  const { id } = await makeMerchant({ business_name: name });
  expect((await call("POST", `${WALLET_API}/blocked-merchants/${id}`, { token })).status).toBe(200);
  return { id };
}

/** In a process of its own, the service goes on to deliver: webhooks and, later, what the wallet is told. */
const isProcess = inject("isProcess");
const EVENT_COLUMNS = isProcess ? "id, intent_id, type, payload, actor, created_at" : "*";

/** Every row of the tenant in every table. */
export async function tenantRows({ merchant, wallet, counter }: Tenant): Promise<unknown> {
  const queries: Record<string, [string, ...string[]]> = {
    merchants: ["SELECT * FROM merchants WHERE id = ?", merchant.id],
    users: ["SELECT * FROM idp_users WHERE attributes ->> '$.merchant_id[0]' = ? ORDER BY id", merchant.id],
    roles: ["SELECT * FROM merchant_users WHERE merchant_id = ? ORDER BY subject", merchant.id],
    counters: ["SELECT * FROM counters WHERE merchant_id = ? ORDER BY id", merchant.id],
    intents: ["SELECT * FROM payment_intents WHERE merchant_id = ? ORDER BY id", merchant.id],
    events: [`SELECT ${EVENT_COLUMNS} FROM events WHERE merchant_id = ? ORDER BY id`, merchant.id],
    clients: [
      "SELECT * FROM idp_clients WHERE client_id IN (?, ?, ?) ORDER BY id",
      merchant.clientId,
      counter.clientId,
      `wallet-${wallet.id}`,
    ],
    balances: [
      "SELECT * FROM ledger_balances WHERE account_id IN (?, ?) ORDER BY account_id",
      merchant.id,
      wallet.id,
    ],
    blocks: ["SELECT * FROM blocked_merchants WHERE wallet_id = ? ORDER BY merchant_id", wallet.id],
    faults: ["SELECT * FROM sandbox_faults WHERE merchant_id = ? ORDER BY fault", merchant.id],
    inbox: ["SELECT * FROM sandbox_inbox WHERE merchant_id = ? ORDER BY id", merchant.id],
  };
  if (!isProcess)
    queries.walletEvents = ["SELECT * FROM wallet_events WHERE wallet_id = ? ORDER BY id", wallet.id];
  const rows: Record<string, unknown> = {};
  for (const [name, [query, ...bound]] of Object.entries(queries)) {
    rows[name] = await sharedRows.all(query, ...bound);
  }
  return rows;
}

export type Request = [method: string, path: string, json?: unknown];

/** The response without what differs between two requests: their ids. */
export function comparable({ status, body }: ApiResponse, id: string) {
  return { status, body: JSON.parse(JSON.stringify({ ...body, request_id: "" }).replaceAll(id, "ID")) };
}

export async function eventIdsOf(merchantId: string): Promise<string[]> {
  const results = await rowsOf(merchantId).all<{ id: string }>(
    "SELECT id FROM events WHERE merchant_id = ?",
    merchantId,
  );
  return results.map(({ id }) => id);
}

/** A ledger event, unsigned. */
export function settledRefundOf(intentId: string) {
  const data = {
    transaction_id: crypto.randomUUID(),
    transaction_type: "refund",
    status: "completed",
    metadata: { payment_intent_id: intentId },
  };
  return { type: "transaction.settled", data };
}
