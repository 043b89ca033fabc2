// The faults that merchants have switched on. The ledger asks for them, and the inbox; a merchant without faults has no row.
import { and, asc, eq, gt, lte, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import type { IntentFault } from "#sandbox/domain/cases.ts";
import type { ActiveFault, PlaygroundFault } from "#sandbox/domain/playground.ts";
import { sandboxFaults } from "./schema.ts";

/** The faults of the merchant, and of this intent. */
export async function listFaultsOfIntent(
  db: Database,
  { merchantId, intentId, now }: { merchantId: string; intentId: string; now: number },
): Promise<IntentFault[]> {
  const rows = await db.all<{ fault: IntentFault }>(sql`
    SELECT fault FROM sandbox_faults WHERE merchant_id = ${merchantId} AND expires_at > ${now}
    UNION SELECT fault FROM sandbox_cases WHERE merchant_id = ${merchantId} AND intent_id = ${intentId} ORDER BY fault`);
  return rows.map(({ fault }) => fault);
}

/** Lists them in alphabetical order, without those that are over. */
export async function listActiveFaults(
  db: Database,
  merchantId: string,
  now: number,
): Promise<ActiveFault[]> {
  const { fault, expiresAt } = sandboxFaults;
  return await db
    .select({ fault, expiresAt })
    .from(sandboxFaults)
    .where(and(eq(sandboxFaults.merchantId, merchantId), gt(expiresAt, now)))
    .orderBy(asc(fault));
}

/** Serves the ledger's statements: the merchant's fault, or that of the intent which the metadata name. */
export function hasFault(
  merchantId: Placeholder,
  fault: Placeholder | PlaygroundFault,
  now: Placeholder,
  metadata: Placeholder,
): SQL {
  return sql`(EXISTS (SELECT 1 FROM sandbox_faults
    WHERE merchant_id = ${merchantId} AND fault = ${fault} AND expires_at > ${now})
    OR EXISTS (SELECT 1 FROM sandbox_cases
    WHERE merchant_id = ${merchantId} AND intent_id = ${metadata} ->> '$.payment_intent_id' AND fault = ${fault}))`;
}

/** The merchant then has these faults and no others. */
export async function replaceFaults(
  db: Database,
  merchantId: string,
  faults: readonly PlaygroundFault[],
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> {
  const isOver = or(eq(sandboxFaults.merchantId, merchantId), lte(sandboxFaults.expiresAt, now));
  const forget = db.delete(sandboxFaults).where(isOver);
  const rows = faults.map((fault) => ({ merchantId, fault, expiresAt }));
  await (rows.length === 0 ? forget : db.batch([forget, db.insert(sandboxFaults).values(rows)]));
}
