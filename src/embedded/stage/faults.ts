// The faults that merchants have switched on. The ledger asks for them, and the inbox; a merchant without faults has no row.
import { and, asc, eq, gt, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { prepareOnce } from "../../db/prepared-statements.ts";
import type { StageFaults } from "../../domain/ports/sandbox.ts";
import { sandboxFaults } from "./schema.ts";

export function createStageFaults(db: Database): StageFaults {
  return {
    list: (merchantId, now) => faultsOf(db).all({ merchantId, now }),
    async replace(merchantId, faults, { now, expiresAt }) {
      const isOver = or(eq(sandboxFaults.merchantId, merchantId), lte(sandboxFaults.expiresAt, now));
      const forget = db.delete(sandboxFaults).where(isOver);
      const rows = faults.map((fault) => ({ merchantId, fault, expiresAt }));
      await (rows.length === 0 ? forget : db.batch([forget, db.insert(sandboxFaults).values(rows)]));
    },
  };
}

/** In alphabetical order. */
export const faultsOf = prepareOnce((db) => {
  const { merchantId, fault, expiresAt } = sandboxFaults;
  return db
    .select({ fault, expiresAt })
    .from(sandboxFaults)
    .where(and(eq(merchantId, sql.placeholder("merchantId")), gt(expiresAt, sql.placeholder("now"))))
    .orderBy(asc(fault))
    .prepare();
});
