// The chain over the journal: what each number of the books says, and the hash that covers it.
import { and, asc, between, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { type Chain, type ChainLink, linkRows, newSalt, saltedDigest } from "#core/lib/hash-chain.ts";
import { log } from "#core/lib/log.ts";
import {
  HAS_REFUND_TEXTS,
  ledgerEntries,
  ledgerJournal,
  ledgerSeals,
  ledgerTransactions,
  type TransactionRow,
} from "./schema.ts";

type Entry = typeof ledgerEntries.$inferSelect;

export interface JournalRecord {
  /** The record's number in the journal. */
  sequence: number;
  /** The journal's line says which move of the transaction it is, or that it is a decline. */
  line: number;
  transactionId: string;
  /** It is null when it is gone. */
  transaction: TransactionRow | null;
  entries: Entry[];
  /** It is null until it is in the chain. */
  hash: string | null;
  digest: string | null;
  salt: string | null;
}

/** Lists them in the order of the journal, as of one moment; `last` is the end of the chain. */
export async function readRecords(db: Database, after: number, limit: number) {
  const { number, transactionId, line } = ledgerJournal;
  const page = db
    .select({ transactionId, line })
    .from(ledgerJournal)
    .where(gt(number, after))
    .orderBy(asc(number))
    .limit(limit)
    .as("page");
  const [records, entries, [last], [before]] = await db.batch([
    db
      .select({
        // Aliased: a batch returns columns by name, and several tables share these.
        sequence: sql<number>`${number}`.as("journal_number"),
        transactionId: sql<string>`${transactionId}`.as("journal_transaction"),
        line,
        transaction: ledgerTransactions,
        hash: ledgerSeals.hash,
        digest: ledgerSeals.digest,
        salt: ledgerSeals.salt,
      })
      .from(ledgerJournal)
      .leftJoin(ledgerTransactions, eq(ledgerTransactions.id, transactionId))
      .leftJoin(ledgerSeals, eq(ledgerSeals.number, number))
      .where(gt(number, after))
      .orderBy(asc(number))
      .limit(limit),
    db
      .select(getTableColumns(ledgerEntries))
      .from(page)
      // With any other join SQLite reads all entries.
      .crossJoin(ledgerEntries)
      .where(
        and(
          eq(ledgerEntries.transactionId, page.transactionId),
          between(ledgerEntries.line, page.line, sql`${page.line} + 1`),
        ),
      ),
    db.select().from(ledgerSeals).orderBy(desc(ledgerSeals.number)).limit(1),
    db.select().from(ledgerSeals).where(eq(ledgerSeals.number, after)),
  ]);
  const byTransaction = Map.groupBy(entries, (entry) => entry.transactionId);
  const withEntries = records.map((record): JournalRecord => {
    const own = byTransaction.get(record.transactionId) ?? [];
    const pair = own.filter(({ line }) => line === record.line || line === record.line + 1);
    return { ...record, entries: pair.sort((left, right) => left.line - right.line) };
  });
  const previous: ChainLink = { sequence: after, hash: before?.hash ?? "" };
  return { records: withEntries, previous, last: last?.number ?? 0 };
}

/** A settlement's record covers only its own two entries. */
export const JOURNAL_CHAIN: Chain<JournalRecord> = {
  contentOf({ line, transactionId, transaction, entries, digest }) {
    const moved = entries.map((entry) => [
      ...[entry.line, entry.accountId, entry.currency, entry.amountMinor, entry.createdAt],
    ]);
    if (transaction === null || line > 1) return [transactionId, line, moved];
    const { idempotencyKey, transactionType, declineReason, fromAccountId, toAccountId } = transaction;
    const { amountMinor, currency, createdAt } = transaction;
    const { metadata } = splitTexts(transaction);
    const request = [transactionType, fromAccountId, toAccountId, amountMinor, currency, metadata, digest];
    return [transactionId, line, moved, idempotencyKey, ...request, declineReason, createdAt];
  },
  async isErasableIntact(record) {
    const { salt, digest } = record;
    const description = describedIn(record);
    return salt === null ? description === "" : digest === (await saltedDigest(salt, description));
  },
};

/** What can be erased: the description, and what a shop has said of a refund. A settlement's record says nothing of it. */
function describedIn({ line, transaction }: JournalRecord): string {
  return line > 1 || transaction === null ? "" : splitTexts(transaction).described;
}

function splitTexts({ transactionType, description, metadata }: TransactionRow) {
  const {
    refund_reference = null,
    refund_reason = null,
    ...rest
  } = transactionType === "refund" ? parseOrNothing(metadata) : {};
  if (refund_reference === null && refund_reason === null) return { metadata, described: description };
  const described = JSON.stringify([description, refund_reference, refund_reason]);
  return { metadata: JSON.stringify(rest), described };
}

/** Whoever has changed a row may have left what is no JSON, which the audit has to report. */
function parseOrNothing(metadata: string): Record<string, unknown> {
  try {
    return JSON.parse(metadata);
  } catch {
    return {};
  }
}

async function withDigest(record: JournalRecord): Promise<JournalRecord> {
  const description = describedIn(record);
  const salt = description === "" ? null : newSalt();
  return { ...record, salt, digest: salt && (await saltedDigest(salt, description)) };
}

/**
 * Appends to the chain what has been done since, at most `limit` records, and returns its end; null when it has not grown.
 * The end goes into the log: whoever can write to the database could compute a chain of their own.
 */
export async function sealJournal(db: Database, limit: number): Promise<ChainLink | null> {
  const ends = await db.get<{ done: number; sealed: number }>(sql`SELECT
    (SELECT coalesce(max(number), 0) FROM ledger_journal) AS done,
    (SELECT coalesce(max(number), 0) FROM ledger_seals) AS sealed`);
  if (ends.done <= ends.sealed) return null;
  const { records, previous } = await readRecords(db, ends.sealed, limit);
  const linked = await linkRows(JOURNAL_CHAIN, previous, await Promise.all(records.map(withDigest)));
  const seals = linked.map(({ sequence, hash, digest, salt }) => ({ number: sequence, hash, digest, salt }));
  const last = linked.at(-1);
  if (last === undefined || !(await storeSeals(db, ends.sealed, seals))) return null;
  const { sequence, hash } = last;
  log("info", "ledger_journal_sealed", { sequence, hash });
  return { sequence, hash };
}

type Seal = typeof ledgerSeals.$inferSelect;

/** All, or none when others have been stored meanwhile, or a description was erased that a digest is of. */
async function storeSeals(db: Database, after: number, seals: readonly Seal[]): Promise<boolean> {
  const given = sql`json_each(${JSON.stringify(seals)})`;
  const stored = await db.all(sql`
    INSERT INTO ledger_seals (number, hash, digest, salt)
    SELECT value ->> 'number', value ->> 'hash', value ->> 'digest', value ->> 'salt' FROM ${given}
    WHERE (SELECT coalesce(max(number), 0) FROM ledger_seals) = ${after} AND NOT EXISTS (
      SELECT 1 FROM ${given} AS s JOIN ledger_journal AS j ON j.number = s.value ->> 'number'
      JOIN ledger_transactions AS t ON t.id = j.transaction_id
      WHERE s.value ->> 'salt' IS NOT NULL AND t.description = '' AND NOT (${HAS_REFUND_TEXTS}))
    RETURNING number`);
  return stored.length > 0;
}
