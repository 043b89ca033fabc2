// Sums are exact beyond what a double counts, and a currency whose sums are beyond what SQLite counts is no other's fault.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import type { LedgerTotals } from "#core/domain/ledger.ts";
import { auditAll } from "#core/ledger/audit.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { clientOf, db, findImbalances, payment, startLedger } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";
import { ledgerRows } from "../support/rows.ts";

useMutedLog();

/** The largest amount that a double counts exactly. */
const MINOR = 2 ** 53 - 1;
const embedded = startLedger();
const ledger = clientOf(async (input, init) => embedded.app.fetch(new Request(input, init)));

/** So many wallets, each with `MINOR` from the float. */
async function topUp(currency: string, wallets: number): Promise<void> {
  const behind = (await ledgerRows.value<number>("SELECT max(number) FROM ledger_journal")) ?? 0;
  const series = `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${wallets}),
    t(number, id) AS (SELECT i + ${behind}, printf('${currency}-%06d', i) FROM s)`;
  const statements = [
    `${series} INSERT INTO ledger_accounts SELECT id, '${currency}', 0, 1 FROM t`,
    "INSERT OR IGNORE INTO ledger_accounts VALUES ('float', NULL, 1, 1)",
    `${series} INSERT INTO ledger_balances SELECT id, '${currency}', 0, 0 FROM t
      UNION ALL SELECT 'float', '${currency}', 0, 1`,
    `${series} INSERT INTO ledger_transactions SELECT id, id, 'top_up', 'completed', NULL, 'float', id, ${MINOR},
      '${currency}', '', '{}', 1, 1, NULL FROM t`,
    `${series} INSERT INTO ledger_journal SELECT number, id, 1 FROM t`,
    `${series} INSERT INTO ledger_entries SELECT id, 1, 'float', '${currency}', -${MINOR}, 1, number FROM t
      UNION ALL SELECT id, 2, id, '${currency}', ${MINOR}, 1, number FROM t`,
    `UPDATE ledger_balances SET balance_minor = ${MINOR} WHERE currency = '${currency}' AND is_system = 0`,
    ...Array.from(
      { length: wallets },
      () => `UPDATE ledger_balances SET balance_minor = balance_minor - ${MINOR}
        WHERE currency = '${currency}' AND is_system = 1`,
    ),
  ];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

const audit = () => Array.fromAsync(auditAll(db, 7));

afterEach(async () => {
  const tables = "transactions entries journal seals balances totals accounts histories".split(" ");
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ledger_${table}`)));
});

describe("sums that no double counts exactly", () => {
  it("are exact in totals, balances and the audit", async () => {
    const merchant = crypto.randomUUID();
    await topUp("CLF", 5);
    await embedded.post(payment("CLF-000001", merchant, "0.0100", "CLF"));
    const owed = 5n * BigInt(MINOR);

    expect(await ledger.findTotals()).toMatchObject({
      value: [
        { currency: "CLF", floatMinor: owed, walletsMinor: owed - 100n, merchantsMinor: 100n },
      ] satisfies Partial<LedgerTotals>[],
    });
    expect(await ledger.findBalances("float")).toEqual([{ currency: "CLF", amountMinor: -owed }]);
    await sealJournal(db, 100);
    expect(await audit()).toEqual([]);
    expect(await findImbalances()).toEqual([]);
  });

  it.each([
    ["ledger_totals SET sum_minor = sum_minor + 1 WHERE kind = 'wallets'", ["sum_not_zero", "total_wrong"]],
    [
      "ledger_balances SET balance_minor = balance_minor - 1 WHERE is_system = 1",
      ["sum_not_zero", "balance_wrong", "total_wrong"],
    ],
  ])("are broken by a single minor unit: %s", async (change, faults) => {
    await topUp("CLF", 4);
    await sealJournal(db, 100);
    await ledgerRows.run(`UPDATE ${change}`);
    const found = await audit();
    expect(new Set(found.map(({ fault }) => fault))).toEqual(new Set(faults));
  });
});

describe("a currency whose sums SQLite does not count exactly", () => {
  it("is said to be wrong, and the others stay exact", async () => {
    await topUp("CLF", 1_025);
    await topUp("USD", 3);
    await sealJournal(db, 5_000);
    const unknown = { floatMinor: null, walletsMinor: null, merchantsMinor: 0n, inFlightMinor: 0n };
    const owed = 3n * BigInt(MINOR);

    expect(await ledger.findTotals()).toEqual({
      ok: true,
      value: [
        { currency: "CLF", ...unknown },
        { currency: "USD", floatMinor: owed, walletsMinor: owed, merchantsMinor: 0n, inFlightMinor: 0n },
      ],
    });
    expect(await Array.fromAsync(auditAll(db, 2_000))).toEqual([
      { fault: "sum_not_zero", subject: "CLF" },
      { fault: "balance_wrong", subject: "float CLF" },
      { fault: "total_wrong", subject: "CLF float" },
      { fault: "total_wrong", subject: "CLF wallets" },
    ]);
  });
});
