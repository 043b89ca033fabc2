// The webhooks in merchants' inboxes. A merchant sees only what it has had sent there itself.
import { and, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import type { InboxMessage } from "#sandbox/domain/playground.ts";
import { sandboxInbox } from "./schema.ts";

const KEPT_MS = 24 * 60 * 60_000;
const KEPT_PER_MERCHANT_MAX = 100;

/** Deletes as it stores: what has become too much or too old, of other merchants too. */
export async function storeInboxMessage(
  db: Database,
  merchantId: string,
  message: InboxMessage,
): Promise<void> {
  const oldestKept = sql`(SELECT id FROM sandbox_inbox WHERE merchant_id = ${merchantId}
    ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_PER_MERCHANT_MAX - 1})`;
  const isExcess = and(eq(sandboxInbox.merchantId, merchantId), sql`${sandboxInbox.id} < ${oldestKept}`);
  await db.batch([
    db.insert(sandboxInbox).values({ merchantId, ...message }),
    db.delete(sandboxInbox).where(or(lt(sandboxInbox.receivedAt, message.receivedAt - KEPT_MS), isExcess)),
  ]);
}

/** Lists the newest first; only what came after the message with this id, unless that is null. */
export async function listInboxMessages(
  db: Database,
  merchantId: string,
  after: string | null,
  now: number,
): Promise<InboxMessage[]> {
  const { id, receivedAt, headers, body, responseStatus } = sandboxInbox;
  return await db
    .select({ id, receivedAt, headers, body, responseStatus })
    .from(sandboxInbox)
    .where(
      and(
        eq(sandboxInbox.merchantId, merchantId),
        gt(receivedAt, now - KEPT_MS),
        after === null ? undefined : gt(id, after),
      ),
    )
    .orderBy(desc(id))
    .limit(KEPT_PER_MERCHANT_MAX);
}

export async function eraseInboxMessages(db: Database, merchantId: string, limit: number): Promise<number> {
  const { id, merchantId: owner } = sandboxInbox;
  const some = db.select({ id }).from(sandboxInbox).where(eq(owner, merchantId)).limit(limit);
  const erased = await db
    .delete(sandboxInbox)
    .where(and(eq(owner, merchantId), inArray(id, some)))
    .returning({ id });
  return erased.length;
}
