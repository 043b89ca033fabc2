// The embedded ledger on its own, called directly.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createLedgerClient } from "#core/adapters/ledger.ts";
import { openDatabase } from "#core/db/client.ts";
import type { IntentTransfer } from "#core/domain/ledger.ts";
import { createLedger } from "#core/ledger/app.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import type { ContractTransaction } from "#core/wire/payment-intents/ledger-contract.ts";
import { hasFault } from "#sandbox/db/faults.ts";
import { findGrant, hasGrant } from "#sandbox/db/grants.ts";

export const TOKEN = "test-ledger-token";
export const db = openDatabase(env.DB);

type Batch = D1Database["batch"];

export function databaseWith(batch: Batch) {
  const binding: Pick<D1Database, "prepare" | "batch"> = { prepare: (query) => env.DB.prepare(query), batch };
  return openDatabase(binding as D1Database);
}

/** Has a clock of its own; `batch` replaces the database's. */
export function startLedger(options: { batch?: Batch; scheduleSettlement?: () => Promise<void> } = {}) {
  const clock = { now: Date.parse("2026-11-21T12:00:00.000Z") };
  const scheduled: unknown[] = [];
  const waits: number[] = [];
  const schedule = async (transactionId: string, delaySeconds: number) => {
    scheduled.push({ transactionId, delaySeconds });
  };
  const database = databaseWith(options.batch ?? ((statements) => env.DB.batch(statements)));
  const app = createLedger({
    db: database,
    staging: { findGrant: (walletId) => findGrant(database, walletId), hasGrant, hasFault },
    tokens: [TOKEN],
    scheduleSettlement: options.scheduleSettlement ?? schedule,
    settlesAtOnce: false,
    now: () => clock.now,
    wait: async (ms) => void waits.push(ms),
  });

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await app.request(path, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json<ContractTransaction>() };
  }

  return {
    app,
    clock,
    scheduled,
    waits,
    call,
    post: (body: unknown, key: string = crypto.randomUUID()) =>
      call("POST", "/v1/transactions", body, { "Idempotency-Key": key }),
    async openWallet(openingBalance = "100.00", currency = "USD"): Promise<string> {
      const walletId = crypto.randomUUID();
      const account = { account_id: walletId, currency, opening_balance: openingBalance };
      expect(await call("POST", "/v1/accounts", account)).toMatchObject({ status: 201 });
      return walletId;
    },
  };
}

/** A completed payment as the ledger's contract shows it. */
export const TRANSACTION = {
  transaction_id: "tx-1",
  transaction_type: "payment",
  status: "completed",
  amount: "12.50",
  currency: "USD",
  from_account_id: "wallet-1",
  to_account_id: "merchant-1",
  description: "Coffee",
  metadata: { payment_intent_id: "intent-1", operation_key: "payment:intent-1:1" },
  created_at: "2026-11-21T12:00:00.000Z",
  completed_at: "2026-11-21T12:00:00.000Z",
};

/** What it was requested by. */
export const TRANSFER: IntentTransfer = {
  kind: "payment",
  key: "payment:intent-1:1",
  fromAccountId: "wallet-1",
  toAccountId: "merchant-1",
  amountMinor: 1250,
  currency: "USD",
  description: "Coffee",
  paymentIntentId: "intent-1",
};

export function clientOf(fetch: Fetch, timeoutMs = 5000) {
  return createLedgerClient({ fetch, baseUrl: "https://ledger.test", tokens: [TOKEN], timeoutMs });
}

export const returning = (status: number, body: unknown) =>
  clientOf(async () => Response.json(body, { status }), 200);

export type EmbeddedLedger = ReturnType<typeof startLedger>;

export function payment(fromAccountId: string, toAccountId: string, amount: string, currency = "USD") {
  return {
    transaction_type: "payment",
    from_account_id: fromAccountId,
    to_account_id: toAccountId,
    amount,
    currency,
    description: "Coffee",
    metadata: { payment_intent_id: "intent-1", nested: { list: [1, null] } },
  };
}

export function refund(fromAccountId: string, toAccountId: string, amount: string, currency = "USD") {
  return { ...payment(fromAccountId, toAccountId, amount, currency), transaction_type: "refund" };
}

/** Balances as text, one entry per currency: "100.00 USD". Empty for an account that does not exist. */
export async function balances(ledger: EmbeddedLedger, accountId: string): Promise<string[]> {
  const response = await ledger.app.request(`/v1/accounts/${accountId}`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  if (response.status === 404) return [];
  const account = await response.json<{ balances: { amount: string; currency: string }[] }>();
  return account.balances.map(({ amount, currency }) => `${amount} ${currency}`);
}

/** Violations of double entry anywhere in the database; there should be none. */
export async function findImbalances(): Promise<unknown[]> {
  const queries = [
    "SELECT transaction_id, sum(amount_minor) AS total FROM ledger_entries GROUP BY 1 HAVING total <> 0",
    "SELECT currency, sum(balance_minor) AS total FROM ledger_balances GROUP BY 1 HAVING total <> 0",
    `SELECT account_id, currency, balance_minor AS total FROM ledger_balances b WHERE total <>
       (SELECT coalesce(sum(amount_minor), 0) FROM ledger_entries e
        WHERE e.account_id = b.account_id AND e.currency = b.currency)`,
    "SELECT account_id FROM ledger_balances WHERE is_system = 0 AND balance_minor < 0",
    `WITH kinds AS (SELECT b.currency, balance_minor AS minor, CASE account_id WHEN 'float' THEN 'float'
         WHEN 'system:clearing' THEN 'clearing' ELSE iif(a.currency IS NULL, 'merchants', 'wallets') END AS kind
       FROM ledger_balances b JOIN ledger_accounts a ON a.id = account_id)
     SELECT currency, kind, sum(minor) AS total FROM
       (SELECT * FROM kinds UNION ALL SELECT currency, -sum_minor, kind FROM ledger_totals)
     GROUP BY 1, 2 HAVING total <> 0`,
  ];
  const results = await env.DB.batch(queries.map((query) => env.DB.prepare(query)));
  return results.flatMap(({ results: rows }) => rows);
}
