// Lists other than those of intents and deliveries: a page reads the rows that it shows and a few more, of many.

import { beforeAll, describe, expect, it } from "vitest";
import { listAuditEntries } from "#core/db/audit/audit-entries.ts";
import { listCountersPage } from "#core/db/counters/counters.ts";
import { readMerchants, readPublicMerchants } from "#core/db/merchants/merchant-lists.ts";
import { listApprovals } from "#core/db/payment-intents/payment-intents.ts";
import { listBlocks } from "#core/db/wallet/blocked-merchants.ts";
import { listEventsAfter } from "#core/db/webhooks/event-feed.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import { listTransactions } from "#core/ledger/accounts.ts";
import { MANY, SERIES, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { sharedRows } from "../support/rows.ts";
import { db, seedMerchant } from "../support/seeds.ts";

const MORE_MAX = 50;
const NOW = Date.UTC(2026, 10, 22);
const LIMIT = 20;
const FIRST = { page: 1, limit: LIMIT, cursor: null };
const THIRD = { page: 3, limit: LIMIT, cursor: null };
const MIDDLE = { page: 1, limit: LIMIT, cursor: { createdAt: NOW - MANY / 2, id: "g" } };
const HALF = uuidSince(NOW - MANY / 2);
const id = (prefix: string) => `printf('${prefix}%012d', n)`;
const timedId = `printf('%08x-%04x-7000-8000-%012d', (${NOW} - n) / 65536, (${NOW} - n) % 65536, n)`;

let merchantId: string;

async function insert(sql: string): Promise<void> {
  await sharedRows.run(`${SERIES} ${sql} FROM series`, MANY);
}

/** What is rare is among the hundred oldest rows. */
beforeAll(async () => {
  merchantId = (await seedMerchant({ createdAt: 0 })).id;
  const rare = `n > ${MANY - 101} AND n % 5 = `;
  await insert(`INSERT INTO merchants (id, email, business_name, status, idp_client_id, webhook_events, webhook_secret,
      created_at, updated_at, suspended_at)
    SELECT ${id("00000000-0000-4000-8000-")}, n, 'Shop', iif(${rare} 0, 'inactive', 'active'), '', '[]', '', ${NOW} - n, 0,
      iif(${rare} 1 OR n > 100, NULL, 1)`);
  await insert(`INSERT INTO counters (id, merchant_id, name, status, location, idp_client_id, webhook_events,
      webhook_secret, created_at, updated_at)
    SELECT n, '${merchantId}', 'Till', 'inactive', '', '', '[]', '', ${NOW} - n, 0`);
  await insert(
    `INSERT INTO blocked_merchants SELECT 'wallet', ${id("00000000-0000-4000-8000-")}, ${NOW} - n`,
  );
  await insert(`INSERT INTO audit_entries (id, merchant_id, action, actor, actor_kind, occurrences, created_at, erasable,
      digests)
    SELECT ${timedId}, '${merchantId}', iif(${rare} 0, 'merchant.suspended', 'login.failed'), '', '', 1, 0, '{}', '{}'`);
  await insert(`INSERT INTO ledger_transactions (id, idempotency_key, transaction_type, status, from_account_id,
      to_account_id, amount_minor, currency, description, metadata, created_at)
    SELECT ${timedId}, n, 'payment', 'completed', iif(n % 2, 'account', 'wallet'), iif(n % 2, 'wallet', 'account'), 1, 'USD',
      '', '{}', ${NOW} - n`);
  await insert(`INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at,
      delivery_status, attempts)
    SELECT '${merchantId}', ${timedId}, '', 1, 'payment.completed', '', '{}', ${NOW} - n, 'none', 0`);
  await seedManyIntents(merchantId, NOW, {
    status: "'pending_approval'",
    target_wallet_id: "iif(n < 200, 'wallet', n)",
    expires_at: `${NOW} + 1000`,
  });
});

const audit = {
  merchantId: null,
  action: null,
  createdFrom: null,
  createdTo: null,
  before: null,
};

describe("a page of 20 out of many reads at most 50 rows more, after its offset", () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ["merchants", () => readMerchants(db, null, FIRST), 0],
    ["merchants, by cursor", () => readMerchants(db, null, MIDDLE), 0],
    ["merchants, page 3", () => readMerchants(db, null, THIRD), 40],
    ["few inactive merchants", () => readMerchants(db, "inactive", FIRST), 0],
    ["many active merchants", () => readMerchants(db, "active", MIDDLE), 0],
    ["public merchants", () => readPublicMerchants(db, FIRST), 0],
    ["public merchants, by cursor", () => readPublicMerchants(db, MIDDLE), 0],
    ["counters", () => listCountersPage(db, merchantId, FIRST), 0],
    ["counters, by cursor", () => listCountersPage(db, merchantId, MIDDLE), 0],
    ["counters, page 3", () => listCountersPage(db, merchantId, THIRD), 40],
    ["blocked merchants", () => listBlocks(db, "wallet", { page: 1, limit: LIMIT }), 0],
    ["blocked merchants, page 3", () => listBlocks(db, "wallet", { page: 3, limit: LIMIT }), 80],
    ["a history", () => listTransactions(db, "account", { page: 1, limit: LIMIT }), 0],
    ["a history, page 3", () => listTransactions(db, "account", { page: 3, limit: LIMIT }), 40],
    ["the audit trail", () => listAuditEntries(db, audit, LIMIT), 0],
    ["the audit trail, by cursor", () => listAuditEntries(db, { ...audit, before: HALF }, LIMIT), 0],
    ["a rare action", () => listAuditEntries(db, { ...audit, action: "merchant.suspended" }, LIMIT), 0],
    ["a merchant's trail", () => listAuditEntries(db, { ...audit, merchantId }, LIMIT), 0],
    [
      "a rare action of a merchant",
      () => listAuditEntries(db, { ...audit, merchantId, action: "merchant.suspended" }, LIMIT),
      0,
    ],
    [
      "a merchant's trail of a period",
      () => listAuditEntries(db, { ...audit, merchantId, createdTo: NOW - MANY / 2 }, LIMIT),
      0,
    ],
    ["events", () => listEventsAfter(db, merchantId, null, { since: 0, until: NOW }, LIMIT), 0],
    ["events after one", () => listEventsAfter(db, merchantId, HALF, { since: 0, until: NOW }, LIMIT), 0],
  ])("%s", async (_, list, offset) => {
    expect(await rowsReadBy(list)).toBeLessThanOrEqual(offset + LIMIT + MORE_MAX);
  });

  it("a wallet's approvals, which show 100", async () => {
    let shown = 0;
    const rows = await rowsReadBy(async () => {
      shown = (await listApprovals(db, "wallet", NOW)).length;
    });

    expect(shown).toBe(100);
    expect(rows).toBeLessThanOrEqual(shown + MORE_MAX);
  });
});
