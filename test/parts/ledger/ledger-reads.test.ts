// What the ledger reads each minute does not depend on how many transfers there have been.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  AUDIT_START,
  type AuditCursor,
  type AuditPage,
  auditBooks,
  type BookFault,
} from "#core/ledger/audit.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { readTotals } from "#core/ledger/totals.ts";
import { RECORDS } from "#parts/ledger/scheduled-audit.ts";
import { db, payment, startLedger } from "../../support/embedded-ledger.ts";
import { useMutedLog } from "../../support/faults.ts";
import { rowsReadBy } from "../../support/query-plans.ts";
import { ledgerRows } from "../../support/rows.ts";

useMutedLog();

/** Each wallet is topped up for its payment. */
const WALLETS = 10_000;
const MERCHANT = "0190cccc-0000-4000-8000-000000000001";
const ledger = startLedger();

/** Adds two transfers for each wallet, behind those that there are. */
async function makeHistory(): Promise<void> {
  const behind = (await ledgerRows.value<number>("SELECT max(number) FROM ledger_journal")) ?? 0;
  const series = `WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < 2 * ${WALLETS} - 1),
    t(number, id, wallet, is_payment) AS (SELECT i + 1 + ${behind}, printf('0190aaaa-0000-7000-8000-%012d', i),
      printf('0190bbbb-0000-4000-8000-%012d', i / 2), i % 2 FROM s)`;
  const [payer, payee] = ["iif(is_payment, wallet, 'float')", `iif(is_payment, '${MERCHANT}', wallet)`];
  const addTo = (account: string, minor: number) =>
    `UPDATE ledger_balances SET balance_minor = balance_minor + ${minor} WHERE account_id = '${account}' AND currency = 'USD'`;
  const statements = [
    `${series} INSERT INTO ledger_accounts SELECT wallet, 'USD', 0, 1 FROM t WHERE is_payment`,
    `${series} INSERT INTO ledger_balances SELECT wallet, 'USD', 0, 0 FROM t WHERE is_payment`,
    addTo("float", -WALLETS),
    addTo(MERCHANT, WALLETS),
    `${series} INSERT INTO ledger_transactions SELECT id, id, iif(is_payment, 'payment', 'top_up'), 'completed', NULL,
      ${payer}, ${payee}, 1, 'USD', '', '{}', 1, 1, NULL FROM t`,
    `${series} INSERT INTO ledger_journal SELECT number, id, 1 FROM t`,
    `${series} INSERT INTO ledger_entries SELECT id, 1, ${payer}, 'USD', -1, 1, number FROM t
      UNION ALL SELECT id, 2, ${payee}, 'USD', 1, 1, number FROM t`,
  ];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  while ((await sealJournal(db, 5_000)) !== null);
}

async function payTenTimes(wallet: string): Promise<void> {
  for (let count = 0; count < 10; count++) await ledger.post(payment(wallet, MERCHANT, "1.00"));
}

const CURSORS: AuditCursor[] = [
  { part: "sums" },
  { part: "journal", after: 0 },
  { part: "transactions", after: "" },
  {
    ...{ part: "balances", account: "", currency: "", number: 0, sumMinor: "0" },
    totals: { number: 0, leftMinor: {}, sumMinor: "0" },
  },
];

/** Counts those to seal ten transfers, for the totals, and for a page of each part of the audit. */
async function rowsOfTenTransfers(wallet: string): Promise<number[]> {
  await payTenTimes(wallet);
  const parts = [
    () => sealJournal(db, 5_000),
    () => readTotals(db),
    ...CURSORS.map((cursor) => () => auditBooks(db, cursor, 10)),
  ];
  const rows: number[] = [];
  for (const part of parts) rows.push(await rowsReadBy(part));
  return rows;
}

/** The whole of the books, as the schedule goes through them: the most rows of a minute, and the faults. */
async function auditAllMinutes(): Promise<{ rows: number; faults: BookFault[] }> {
  const faults: BookFault[] = [];
  let rows = 0;
  for (let cursor: AuditCursor | null = AUDIT_START; cursor !== null; ) {
    let page: AuditPage | undefined;
    const from: AuditCursor = cursor;
    const read = await rowsReadBy(async () => {
      page = await auditBooks(db, from, RECORDS[from.part]);
    });
    rows = Math.max(rows, read);
    faults.push(...(page?.faults ?? []));
    cursor = page?.next ?? null;
  }
  return { rows, faults };
}

describe("the ledger's minute", () => {
  it("reads as many rows with 20,000 transfers as with 20, and at most 5,000", {
    timeout: 120_000,
  }, async () => {
    const wallet = await ledger.openWallet("900.00");
    await payTenTimes(wallet);
    while ((await sealJournal(db, 5_000)) !== null);
    const before = await rowsOfTenTransfers(wallet);
    await makeHistory();
    const after = await rowsOfTenTransfers(wallet);

    // A page of the balances has other accounts then.
    for (const [part, rows] of after.entries()) expect(rows - (before[part] ?? 0), `${part}`).toBeLessThan(5);
    const { rows, faults } = await auditAllMinutes();
    expect(faults).toEqual([]);
    expect(rows).toBeLessThanOrEqual(5_000);

    await ledgerRows.run(
      "UPDATE ledger_totals SET sum_minor = sum_minor + 1 WHERE kind IN ('float', 'wallets')",
    );
    expect((await auditAllMinutes()).faults).toEqual([
      { fault: "sum_not_zero", subject: "USD" },
      { fault: "total_wrong", subject: "USD float" },
      { fault: "total_wrong", subject: "USD wallets" },
    ]);
  });
});
