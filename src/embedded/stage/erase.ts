import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { ErasableRecords } from "../../domain/ports/sandbox.ts";
import { sandboxInbox } from "./schema.ts";

/** The webhooks in a merchant's inbox. */
export function createInboxMessages(db: Database): ErasableRecords {
  const { id, merchantId: owner } = sandboxInbox;
  return {
    async erase(merchantId, limit) {
      const some = db.select({ id }).from(sandboxInbox).where(eq(owner, merchantId)).limit(limit);
      const erased = await db
        .delete(sandboxInbox)
        .where(and(eq(owner, merchantId), inArray(id, some)))
        .returning({ id });
      return erased.length;
    },
  };
}
