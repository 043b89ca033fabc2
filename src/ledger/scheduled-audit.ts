import type { Database } from "../db/client.ts";
import { AUDIT_START, type AuditCursor, auditBooks, auditCursor, logFaults } from "./audit.ts";
import { ledgerAudits } from "./worker-schema.ts";

const RECORDS = 1_000;

/** The next page of the books; behind the last, the first again, as where a release cannot read what an earlier one wrote. */
export async function auditNextPage(db: Database): Promise<void> {
  const position = await db.select().from(ledgerAudits).get();
  const { faults, next } = await auditBooks(db, readCursor(position?.cursor), RECORDS);
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
