// The audit trail as it is stored.
import { env } from "cloudflare:workers";
import { and, asc, eq } from "drizzle-orm";
import { auditEntries } from "../../src/db/audit-schema.ts";
import { openDatabase } from "../../src/db/client.ts";
import type { AuditAction } from "../../src/domain/audit-trail.ts";

/** Oldest first. */
export function storedEntries(merchantId: string, action?: AuditAction) {
  const { id, merchantId: merchant } = auditEntries;
  const wanted = action === undefined ? undefined : eq(auditEntries.action, action);
  return openDatabase(env.DB)
    .select()
    .from(auditEntries)
    .where(and(eq(merchant, merchantId), wanted))
    .orderBy(asc(id));
}
