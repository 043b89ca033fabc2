import { AUDIT_START, type AuditCursor, auditBooks, type BookFault } from "../../src/ledger/audit.ts";
import { db } from "./embedded-ledger.ts";

export async function auditAll(limit?: number): Promise<BookFault[]> {
  const faults: BookFault[] = [];
  for (let cursor: AuditCursor | null = AUDIT_START; cursor !== null; ) {
    const page = await auditBooks(db, cursor, limit);
    faults.push(...page.faults);
    cursor = page.next;
  }
  return faults;
}
