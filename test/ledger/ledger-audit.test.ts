import { beforeAll, describe, expect, it } from "vitest";
import {
  AUDIT_START,
  type AuditCursor,
  type AuditPage,
  auditAll,
  auditBooks,
  type BookFault,
} from "#core/ledger/audit.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { eraseTransactionTexts } from "#core/ledger/erase.ts";
import { settleDue } from "#core/ledger/settle.ts";
import { db, payment, refund, startLedger } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";
import { ledgerRows } from "../support/rows.ts";

useMutedLog();

const { run } = ledgerRows;
const audit = (limit?: number) => Array.fromAsync(auditAll(db, limit));
const rowsOf = (query: string) => ledgerRows.all<Record<string, string | number | null>>(query);

const ledger = startLedger();
const MERCHANT = "00000000-0000-4000-8000-000000000001";

/** A payment, a decline, a settled refund, a pending one, a top-up, a pay-out and an adjustment. */
beforeAll(async () => {
  const wallet = await ledger.openWallet("100.00");
  await ledger.openWallet("5.000", "KWD");
  await ledger.post(payment(wallet, MERCHANT, "40.00"), "paid");
  await ledger.post(payment(wallet, MERCHANT, "900.00"), "declined");
  await ledger.post(refund(MERCHANT, wallet, "10.00"), "settled");
  ledger.clock.now += 2000;
  await settleDue(db, ledger.clock.now);
  const { metadata, ...bare } = refund(MERCHANT, wallet, "5.00");
  const texts = { refund_reference: "credit-1", refund_reason: "Späte Lieferung \u{1f4e6}\n" };
  await ledger.post({ ...bare, description: "", metadata: { ...metadata, ...texts } }, "pending");
  const movement = (type: string, from: string, to: string) => ({
    ...payment(from, to, "3.00"),
    transaction_type: type,
  });
  await ledger.post(movement("top_up", "float", wallet), "top_up");
  await ledger.post(movement("pay_out", wallet, "float"), "pay_out");
  await ledger.post(movement("adjustment", MERCHANT, "float"), "adjustment");
  await sealJournal(db, 100);
});

const TABLES: Record<
  string,
  { key: string[]; wheres: string[]; isFree?: (row: object, column: string) => boolean }
> = {
  ledger_transactions: {
    key: ["id"],
    wheres: ["declined", "settled", "pending"].map((key) => `idempotency_key = '${key}'`),
  },
  ledger_entries: {
    key: ["transaction_id", "line"],
    wheres: ["line = 1", "line = 2", "line = 3", "line = 4"],
  },
  ledger_balances: {
    key: ["account_id", "currency"],
    wheres: ["account_id = 'float'", `account_id = '${MERCHANT}'`, "account_id = 'system:clearing'"],
    // Whether the ledger's own accounts may be below zero is not money.
    isFree: (row, column) => column === "is_system" && JSON.stringify(row).match(/float|system/) !== null,
  },
  ledger_journal: {
    key: ["number"],
    wheres: ["number = 3", "number = (SELECT max(number) FROM ledger_journal)"],
  },
  ledger_seals: { key: ["number"], wheres: ["number = 3"] },
  ledger_totals: {
    key: ["currency", "kind"],
    wheres: ["float", "clearing", "wallets", "merchants"].map(
      (kind) => `currency = 'USD' AND kind = '${kind}'`,
    ),
  },
};

const changed = (value: string | number | null) => {
  if (value === null) return 1;
  return typeof value === "number" ? value + 1000 : `${value}x`;
};

describe("the audit of the books", () => {
  it("finds nothing in books that nobody has changed, whatever the size of its pages", async () => {
    for (const limit of [1, 2, 3, 200]) expect(await audit(limit)).toEqual([]);
  });

  it.each(Object.entries(TABLES))("finds each changed column of a row of %s", async (table, about) => {
    const { key, wheres, isFree = () => false } = about;
    const unnoticed: string[] = [];
    for (const where of wheres) {
      const [row = {}] = await rowsOf(`SELECT * FROM ${table} WHERE ${where} LIMIT 1`);
      const isRow = (name: string) =>
        key
          .map((column) => `${column} = '${name === column ? changed(row[column] ?? null) : row[column]}'`)
          .join(" AND ");
      for (const [column, value] of Object.entries(row)) {
        if (isFree(row, column)) continue;
        await run(`UPDATE ${table} SET ${column} = ? WHERE ${isRow("")}`, changed(value));
        if ((await audit()).length === 0) unnoticed.push(`${where}: ${column}`);
        await run(`UPDATE ${table} SET ${column} = ? WHERE ${isRow(column)}`, value);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  it.each(Object.entries(TABLES))(
    "finds a deleted and an added row of %s",
    async (table, { key, wheres }) => {
      for (const where of wheres) {
        const [row = {}] = await rowsOf(`SELECT * FROM ${table} WHERE ${where} LIMIT 1`);
        const columns = Object.keys(row)
          .map((name) => `"${name}"`)
          .join();
        const insert = `INSERT INTO ${table} (${columns}) VALUES (${Object.keys(row).map(() => "?")})`;
        const isRow = (values: typeof row) =>
          key.map((column) => `${column} = '${values[column]}'`).join(" AND ");
        await run(`DELETE FROM ${table} WHERE ${isRow(row)}`);
        expect(await audit(), `without ${isRow(row)}`).not.toEqual([]);
        await run(insert, ...Object.values(row));
        const [first = ""] = key;
        const others = ["transaction_id", "idempotency_key"].filter((name) => name in row);
        const added = { ...row };
        for (const name of new Set([first, ...others])) added[name] = changed(row[name] ?? null);
        await run(insert, ...Object.values(added));
        expect(await audit(), `with ${isRow(added)}`).not.toEqual([]);
        await run(`DELETE FROM ${table} WHERE ${isRow(added)}`);
      }
      expect(await audit()).toEqual([]);
    },
  );

  it("finds an account that is gone, or is not what its id says", async () => {
    const [wallet] = await rowsOf("SELECT id FROM ledger_accounts WHERE currency = 'USD' LIMIT 1");
    const id = String(wallet?.id);
    const update = (set: string, account: string) =>
      run(`UPDATE ledger_accounts SET ${set} WHERE id = ?`, account);
    // With a currency, a merchant's account counts as a wallet.
    const sums = ["USD merchants", "USD wallets"].map((subject) => ({ fault: "total_wrong", subject }));
    for (const [account, change, back, others] of [
      [id, "is_system = 1", "is_system = 0", []],
      [id, "currency = 'EUR'", "currency = 'USD'", []],
      [MERCHANT, "currency = 'EUR'", "currency = NULL", sums],
    ] as const) {
      await update(change, account);
      expect(await audit(), change).toEqual([
        { fault: "balance_wrong", subject: `${account} USD` },
        ...others,
      ]);
      await update(back, account);
    }
    await update("is_system = 0", "float");
    expect((await audit()).map(({ subject }) => subject)).toEqual(["float KWD", "float USD"]);
    await update("is_system = 1", "float");
    await update("id = 'other'", id);
    expect(await audit()).toContainEqual({ fault: "balance_wrong", subject: `${id} USD` });
    await update(`id = '${id}'`, "other");
    expect(await audit()).toEqual([]);
  });

  it("takes what moves while it goes on for what it is", async () => {
    const wallets = [await ledger.openWallet("100.00"), await ledger.openWallet("100.00")];
    const faults: BookFault[] = [];
    for (let cursor: AuditCursor | null = AUDIT_START; cursor !== null; ) {
      const page: AuditPage = await auditBooks(db, cursor, 8);
      faults.push(...page.faults);
      cursor = page.next;
      if (cursor?.part === "balances")
        for (const wallet of wallets) await ledger.post(payment(wallet, MERCHANT, "0.01"));
    }
    await sealJournal(db, 1_000);
    expect(faults).toEqual([]);
  });

  it("finds a payment that was added with entries and balances, but is not in the journal", async () => {
    const [paid] = await rowsOf("SELECT id FROM ledger_transactions WHERE idempotency_key = 'paid'");
    await run(
      `INSERT INTO ledger_transactions SELECT 'added', 'added', transaction_type, status, decline_reason, from_account_id,
      to_account_id, amount_minor, currency, description, metadata, created_at, completed_at, settles_at
      FROM ledger_transactions WHERE id = ?`,
      paid?.id,
    );
    await run(
      `INSERT INTO ledger_entries SELECT 'added', line, account_id, currency, amount_minor, created_at, number
      FROM ledger_entries WHERE transaction_id = ?`,
      paid?.id,
    );
    const credit = (sign: number) =>
      run(
        "UPDATE ledger_balances SET balance_minor = balance_minor + ? * (SELECT coalesce(sum(amount_minor), 0) FROM ledger_entries e WHERE transaction_id = 'added' AND e.account_id = ledger_balances.account_id AND e.currency = ledger_balances.currency)",
        sign,
      );
    await credit(1);
    expect(await audit()).toEqual([{ fault: "transaction_wrong", subject: "added" }]);
    await credit(-1);
    for (const [table, column] of [
      ["ledger_transactions", "id"],
      ["ledger_entries", "transaction_id"],
    ])
      await run(`DELETE FROM ${table} WHERE ${column} = 'added'`);
    expect(await audit()).toEqual([]);
  });

  it("takes what came after the last seal for what it is, and seals it in order", async () => {
    await ledger.post(payment(await ledger.openWallet("9.00"), MERCHANT, "1.00"));
    expect(await audit()).toEqual([]);
    const before = await rowsOf("SELECT max(number) AS number FROM ledger_seals");
    const links = [await sealJournal(db, 1), await sealJournal(db, 100), await sealJournal(db, 100)];
    expect(links.map((link) => link?.sequence)).toEqual([
      Number(before[0]?.number) + 1,
      Number(before[0]?.number) + 2,
      undefined,
    ]);
    expect(await audit()).toEqual([]);
  });

  it("appends each record once when several sweeps run at the same time", async () => {
    await ledger.openWallet("1.00");
    const links = await Promise.all([1, 2, 3].map(() => sealJournal(db, 100)));
    expect(links.filter((link) => link !== null)).toHaveLength(1);
    expect(await audit()).toEqual([]);
  });

  it("misses nothing that erasure may clear", async () => {
    await eraseTransactionTexts(db, MERCHANT, 3);
    expect(await audit()).toEqual([]);
    await eraseTransactionTexts(db, MERCHANT, 100);
    expect(
      await rowsOf(
        "SELECT DISTINCT salt IS NULL AS gone FROM ledger_seals WHERE number IN (SELECT number FROM ledger_entries WHERE account_id = '" +
          MERCHANT +
          "')",
      ),
    ).toEqual([{ gone: 1 }]);
    expect(
      await rowsOf("SELECT metadata FROM ledger_transactions WHERE metadata LIKE '%refund_re%'"),
    ).toEqual([]);
    expect(await audit()).toEqual([]);
    expect(await sealJournal(db, 100)).toBeNull();
  });
});
