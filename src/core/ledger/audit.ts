// The audit of the books, page by page: what is in them is what the rules make of the transactions, and has not been changed
// since it was sealed. Each page reads its rows as of one moment, while the ledger is in use.

import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#core/db/client.ts";
import { FLOAT_ACCOUNT_ID, floatDifference, isReserved } from "#core/domain/ledger.ts";
import { checkLinks } from "#core/lib/hash-chain.ts";
import { log } from "#core/lib/log.ts";
import { JOURNAL_CHAIN, readRecords } from "./chain.ts";
import { areAsExpected } from "./expected-books.ts";
import { CLEARING_ACCOUNT_ID, mayBeNegative } from "./rules.ts";
import { type AccountKind, ledgerEntries, ledgerJournal, ledgerTransactions } from "./schema.ts";
import { readMinor, readTotals } from "./totals.ts";

export interface BookFault {
  fault:
    | "sum_not_zero"
    | "number_missing"
    | "record_changed"
    | "transaction_wrong"
    | "balance_wrong"
    | "balance_missing"
    | "total_wrong";
  /** The currency, the number in the journal, the transaction, the account and currency, or the currency and kind of accounts. */
  subject: string;
}

export const auditCursor = z.discriminatedUnion("part", [
  z.object({ part: z.literal("sums") }),
  z.object({ part: z.literal("journal"), after: z.int() }),
  z.object({ part: z.literal("transactions"), after: z.string() }),
  z.object({
    part: z.literal("balances"),
    /** The last row of the page before, and what its account's entries up to there add up to: sums exceed exact doubles. */
    account: z.string(),
    currency: z.string(),
    number: z.int(),
    sumMinor: z.string(),
    totals: z.object({
      /** The number in the journal as of which they are compared. */
      number: z.int(),
      /** The kept sum of each currency and kind of accounts, less the accounts before. */
      leftMinor: z.record(z.string(), z.string()),
      /** The part of `sumMinor` that was there as of then. */
      sumMinor: z.string(),
    }),
  }),
]);
export type AuditCursor = z.output<typeof auditCursor>;
type BalancesCursor = Extract<AuditCursor, { part: "balances" }>;

export const AUDIT_START: AuditCursor = { part: "sums" };

export interface AuditPage {
  faults: BookFault[];
  /** Where to continue; null at the end. */
  next: AuditCursor | null;
}

/** Tells operators: what the audit finds is a fault of this software, or somebody has written to the database. */
export function logFaults(faults: readonly BookFault[]): void {
  for (const fault of faults) log("error", "ledger_books_broken", { ...fault });
}

/** One page, of about `limit` records. */
export function auditBooks(db: Database, cursor: AuditCursor, limit = 200): Promise<AuditPage> {
  if (cursor.part === "sums") return auditSums(db);
  if (cursor.part === "journal") return auditJournal(db, cursor.after, limit);
  if (cursor.part === "transactions") return auditTransactions(db, cursor.after, limit);
  return auditBalances(db, cursor, limit);
}

/** All of them, page by page. */
export async function* auditAll(db: Database, limit?: number): AsyncGenerator<BookFault> {
  for (let cursor: AuditCursor | null = AUDIT_START; cursor !== null; ) {
    const page: AuditPage = await auditBooks(db, cursor, limit);
    yield* page.faults;
    cursor = page.next;
  }
}

async function auditSums(db: Database): Promise<AuditPage> {
  const totals = await readTotals(db);
  const faults = totals
    .filter((each) => floatDifference(each) !== 0n)
    .map(({ currency }) => ({ fault: "sum_not_zero" as const, subject: currency }));
  return { faults, next: { part: "journal", after: 0 } };
}

/** No number is missing, and what each record says is what was sealed. The newest are not yet in the chain. */
async function auditJournal(db: Database, after: number, limit: number): Promise<AuditPage> {
  const { records, previous, last } = await readRecords(db, after, limit);
  const broken = await checkLinks(JOURNAL_CHAIN, previous, records, last);
  const faults = broken.map(({ fault, row: { sequence } }): BookFault => {
    if (fault === "altered") return { fault: "record_changed", subject: String(sequence) };
    const before = records.findLast((record) => record.sequence < sequence)?.sequence ?? after;
    return { fault: "number_missing", subject: String(before + 1) };
  });
  const number = records.at(-1)?.sequence ?? after;
  if (records.length === limit) return { faults, next: { part: "journal", after: number } };
  if (last > number) faults.push({ fault: "number_missing", subject: String(number + 1) });
  return { faults, next: { part: "transactions", after: "" } };
}

/** Every transaction has the entries and numbers that follow from it, and none of either is without its transaction. */
async function auditTransactions(db: Database, after: string, limit: number): Promise<AuditPage> {
  const end = sql`coalesce((SELECT id FROM ledger_transactions WHERE id > ${after} ORDER BY id
    LIMIT 1 OFFSET ${limit - 1}), char(1114111))`;
  const isOnPage = sql`transaction_id > ${after} AND transaction_id <= ${end}`;
  const order = sql`transaction_id, line`;
  // More than there can be of so many transactions: what is beyond is missed by none of them.
  const most = limit * 5;
  const [transactions, entries, journal] = await db.batch([
    db.select().from(ledgerTransactions).where(sql`id > ${after}`).orderBy(sql`id`).limit(limit),
    db.select().from(ledgerEntries).where(isOnPage).orderBy(order).limit(most),
    db.select().from(ledgerJournal).where(isOnPage).orderBy(order).limit(most),
  ]);
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const entriesOf = Map.groupBy(entries, ({ transactionId }) => transactionId);
  const journalOf = Map.groupBy(journal, ({ transactionId }) => transactionId);
  const faults = [...new Set([...byId.keys(), ...entriesOf.keys(), ...journalOf.keys()])]
    .filter((id) => {
      const transaction = byId.get(id) ?? null;
      return !areAsExpected({
        transaction,
        entries: entriesOf.get(id) ?? [],
        journal: journalOf.get(id) ?? [],
      });
    })
    .map((subject) => ({ fault: "transaction_wrong" as const, subject }));
  const last = transactions.at(-1);
  if (transactions.length === limit && last)
    return { faults, next: { part: "transactions", after: last.id } };
  const start = { part: "balances", account: "", currency: "", number: 0, sumMinor: "0" } as const;
  return { faults, next: { ...start, totals: await readKeptTotals(db) } };
}

/** Reads in one statement, so that no transfer comes between the number and the sums. */
async function readKeptTotals(db: Database): Promise<BalancesCursor["totals"]> {
  const rows = await db.all<{ number: number; subject: string | null; sumMinor: string }>(sql`
    SELECT n.number, currency || ' ' || kind AS subject, CAST(sum_minor AS TEXT) AS "sumMinor"
    FROM (SELECT coalesce(max(number), 0) AS number FROM ledger_journal) n LEFT JOIN ledger_totals`);
  const kept = rows.flatMap(({ subject, sumMinor }) => (subject === null ? [] : [[subject, sumMinor]]));
  return { number: rows[0]?.number ?? 0, leftMinor: Object.fromEntries(kept), sumMinor: "0" };
}

/** Behind all entries of an account. */
const BALANCE = Number.MAX_SAFE_INTEGER;

interface Balance {
  account: string;
  currency: string;
  /** A text, because the float's can be more than a double counts exactly. */
  minor: string;
  /** The account's flag and the currency that it may hold; null when it is gone, or its balance may be below zero and it not. */
  kind: string | null;
  isWallet: number;
}

/**
 * Each balance is the sum of its account's entries, and the kept sums are those of all accounts. Numbers only grow, so what
 * has been added up stays as it is; the rest is read with the balance.
 */
async function auditBalances(db: Database, after: BalancesCursor, limit: number): Promise<AuditPage> {
  // All columns of the index say where: of an account alone, each page would read what the pages before have.
  const place = sql`(${after.account}, ${after.currency}, ${after.number})`;
  const isBehind = after.number === BALANCE ? sql`>` : sql`>=`;
  const rows = await db.all<Balance & { number: number }>(sql`
    SELECT account_id AS account, currency, number, CAST(amount_minor AS TEXT) AS minor, 0 AS kind, 0 AS "isWallet"
    FROM ledger_entries WHERE (account_id, currency, number) > ${place}
    UNION ALL
    SELECT account_id, b.currency, ${BALANCE}, CAST(balance_minor AS TEXT),
      iif(a.is_system >= b.is_system, a.is_system || ifnull(a.currency, b.currency), NULL), a.currency IS NOT NULL
    FROM ledger_balances b LEFT JOIN ledger_accounts a ON a.id = account_id
    WHERE (account_id, b.currency) ${isBehind} (${after.account}, ${after.currency})
    ORDER BY 1, 2, 3 LIMIT ${limit}`);
  const faults: BookFault[] = [];
  let { account, currency, number } = after;
  const left = new Map(Object.entries(after.totals.leftMinor));
  let [sumMinor, keptMinor] = [minorOf(after.sumMinor), minorOf(after.totals.sumMinor)];
  const note = (fault: BookFault["fault"], subject = `${account} ${currency}`) =>
    faults.push({ fault, subject });
  const noteMissing = () => number !== 0 && number !== BALANCE && note("balance_missing");
  for (const row of rows) {
    if (row.account !== account || row.currency !== currency) {
      noteMissing();
      sumMinor = 0n;
      keptMinor = 0n;
    }
    ({ account, currency, number } = row);
    if (number !== BALANCE) {
      sumMinor += minorOf(row.minor);
      if (number <= after.totals.number) keptMinor += minorOf(row.minor);
      continue;
    }
    const subject = `${currency} ${kindOf(row)}`;
    left.set(subject, String(minorOf(left.get(subject) ?? "0") - keptMinor));
    if (row.minor !== String(sumMinor) || !isAllowed(row)) note("balance_wrong");
  }
  if (rows.length === limit) {
    const leftMinor = Object.fromEntries(left);
    const totals = { number: after.totals.number, leftMinor, sumMinor: String(keptMinor) };
    const place = { account, currency, number, sumMinor: String(sumMinor) };
    return { faults, next: { part: "balances", ...place, totals } };
  }
  noteMissing();
  for (const [subject, minor] of left) if (minor !== "0") note("total_wrong", subject);
  return { faults, next: null };
}

/** Returns 0 where it is no integer: then what it is compared with differs. */
function minorOf(text: string): bigint {
  return readMinor(text) ?? 0n;
}

function kindOf({ account, isWallet }: Balance): AccountKind {
  if (account === FLOAT_ACCOUNT_ID) return "float";
  if (account === CLEARING_ACCOUNT_ID) return "clearing";
  return isWallet === 1 ? "wallets" : "merchants";
}

/** Nobody's account is below zero but the float, nor allowed to be; and it is there, as its id says, for this currency. */
function isAllowed({ account, currency, minor, kind }: Balance): boolean {
  return (
    (!minor.startsWith("-") || mayBeNegative(account)) && kind === Number(isReserved(account)) + currency
  );
}
