// Merchants with all that merchants have, for tests of who may see what of it.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { settleIfDue } from "../../src/embedded/ledger/settle.ts";
import { call } from "./api.ts";
import { approve, makeApproval } from "./approvals.ts";
import { type RegisteredCounter, registerCounter } from "./counters.ts";
import {
  MERCHANT_API,
  makeIntent,
  makeMerchant,
  makePaidIntent,
  makeWallet,
  refund,
  type TestMerchant,
  type TestWallet,
} from "./factories.ts";
import { db, drained, ring, transactionsOf } from "./objects.ts";
import { merchantToken, withRoles } from "./tokens.ts";

/** How many bus events a party's customer gets: two approvals asked for, three payments and one refund settled. */
export const BUS_EVENTS = 6;

export interface Party {
  merchant: TestMerchant;
  dashboardToken: string;
  counter: RegisteredCounter;
  wallet: TestWallet;
  pending: { id: string };
  paid: { id: string };
  refunded: { id: string };
  asked: { id: string };
  approved: { id: string };
}

/** The name is in whatever a text can be put into. */
export async function makeParty(name: string): Promise<Party> {
  const merchant = await makeMerchant(`${name} shop`);
  const { token } = merchant;
  const webhook = { url: `https://${name}.test/hook`, events: ["payment.completed", "refund.completed"] };
  await call("PUT", `${MERCHANT_API}/webhook`, { token, json: webhook });
  const counter = await registerCounter(merchant, {
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
  for (const { id } of [refunded, approved, paid]) await drained(id);
  return {
    merchant,
    dashboardToken: await merchantToken(merchant.id, withRoles("merchant")),
    counter,
    wallet,
    pending: await makeIntent(merchant, fields),
    paid,
    refunded,
    asked: await makeApproval(merchant, wallet, fields),
    approved,
  };
}

/** Ends the refund that the ledger has accepted. */
export async function settleRefund(intentId: string): Promise<void> {
  const refunds = (await transactionsOf(intentId)).filter((row) => row.transaction_type === "refund");
  for (const { id } of refunds) await settleIfDue(db, id, Date.now() + 60_000);
  await ring(intentId);
  await drained(intentId);
}

/** Every row that is the party's, in every table. */
export async function rowsOf({ merchant, wallet, counter }: Party): Promise<unknown> {
  const queries: Record<string, [string, ...string[]]> = {
    merchants: ["SELECT * FROM merchants WHERE id = ?", merchant.id],
    counters: ["SELECT * FROM counters WHERE merchant_id = ? ORDER BY id", merchant.id],
    intents: ["SELECT * FROM payment_intents WHERE merchant_id = ? ORDER BY id", merchant.id],
    events: ["SELECT * FROM events WHERE merchant_id = ? ORDER BY id", merchant.id],
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
    walletEvents: ["SELECT * FROM wallet_events WHERE wallet_id = ? ORDER BY id", wallet.id],
  };
  const rows: Record<string, unknown> = {};
  for (const [name, [query, ...bound]] of Object.entries(queries)) {
    rows[name] = (
      await env.DB.prepare(query)
        .bind(...bound)
        .all()
    ).results;
  }
  return rows;
}
