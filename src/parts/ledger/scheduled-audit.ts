import type { Database } from "#core/db/client.ts";
import { AUDIT_START, type AuditCursor, auditBooks, auditCursor, logFaults } from "#core/ledger/audit.ts";
import { ledgerAudits } from "./worker-schema.ts";

/** How many records a page has: D1 reads at most 5,000 rows for it. */
export const RECORDS = { sums: 0, journal: 700, transactions: 500, balances: 2_400 };

/** The next page of the books; behind the last, the first again, as where a release cannot read what an earlier one wrote. */
export async function auditNextPage(db: Database): Promise<void> {
  const position = await db.select().from(ledgerAudits).get();
  const cursor = readCursor(position?.cursor);
  const { faults, next } = await auditBooks(db, cursor, RECORDS[cursor.part]);
  logFaults(faults);
  const row = { id: 1, cursor: JSON.stringify(next ?? AUDIT_START) };
  await db.insert(ledgerAudits).values(row).onConflictDoUpdate({ target: ledgerAudits.id, set: row });
}

function readCursor(text = ""): AuditCursor {
  try {
    return auditCursor.parse(JSON.parse(text));
  } catch {
    return AUDIT_START;
  }
}
