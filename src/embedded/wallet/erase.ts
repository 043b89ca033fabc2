import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { ErasableRecords } from "../../domain/ports/sandbox.ts";

/** The requests to approve a merchant's payments. They are looked for in all events: there is no index by merchant. */
export function createApprovalRequests(db: Database): ErasableRecords {
  return {
    async erase(merchantId, limit) {
      const erased = await db.all(sql`
        DELETE FROM wallet_events WHERE (wallet_id, id) IN (
          SELECT wallet_id, id FROM wallet_events
          WHERE cloud_event ->> '$.data.payment_intent.merchant_id' = ${merchantId} LIMIT ${limit})
        RETURNING id`);
      return erased.length;
    },
  };
}
