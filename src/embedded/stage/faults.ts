// The faults that merchants have switched on. The ledger and the inbox look here; a merchant without faults has no row.
import { and, asc, eq, gt, lte, or } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { StageFaults } from "../../domain/ports.ts";
import { sandboxFaults } from "./schema.ts";

export function createStageFaults(db: Database): StageFaults {
  return {
    list: (merchantId, now) => selectFaults(db, merchantId, now),
    async replace(merchantId, faults, { now, expiresAt }) {
      const isOver = or(eq(sandboxFaults.merchantId, merchantId), lte(sandboxFaults.expiresAt, now));
      const forget = db.delete(sandboxFaults).where(isOver);
      const rows = faults.map((fault) => ({ merchantId, fault, expiresAt }));
      await (rows.length === 0 ? forget : db.batch([forget, db.insert(sandboxFaults).values(rows)]));
    },
  };
}

/** In alphabetical order. A query, so that the ledger can send it together with others. */
export function selectFaults(db: Database, merchantId: string, now: number) {
  const { fault, expiresAt } = sandboxFaults;
  return db
    .select({ fault, expiresAt })
    .from(sandboxFaults)
    .where(and(eq(sandboxFaults.merchantId, merchantId), gt(expiresAt, now)))
    .orderBy(asc(fault));
}
