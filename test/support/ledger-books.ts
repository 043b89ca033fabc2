// The ledger's books in a test, and all pages of their audit.
import { env } from "cloudflare:workers";
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

export async function run(query: string, ...values: unknown[]): Promise<void> {
  await env.DB.prepare(query)
    .bind(...values)
    .run();
}

export async function rowsOf(query: string): Promise<Record<string, string | number | null>[]> {
  return (await env.DB.prepare(query).all<Record<string, string | number | null>>()).results;
}
