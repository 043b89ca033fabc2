// The endpoint of merchants that have none: keeps the webhooks that are sent to it. It is called in process, because a
// Worker cannot fetch its own address.
import { and, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import { v7 as newMessageId } from "uuid";
import type { Database } from "../../db/client.ts";
import type { StageInbox } from "../../domain/ports/sandbox.ts";
import type { StageFault } from "../../domain/stage.ts";
import { faultsOf } from "./faults.ts";
import { sandboxInbox } from "./schema.ts";

const KEPT_MS = 24 * 60 * 60_000;
/** For each merchant. */
const KEPT_MAX = 100;

/** No status: the inbox does not respond before the sender gives up. */
const STATUS: Partial<Record<StageFault, number | null>> = {
  endpoint_down: 500,
  endpoint_gone: 410,
  endpoint_slow: null,
};

export function createStageInbox(db: Database, clock: () => number): StageInbox {
  return {
    async receive(merchantId, request) {
      const now = clock();
      const faults = await faultsOf(db).all({ merchantId, now });
      const [status = 200] = faults.map(({ fault }) => STATUS[fault]).filter((known) => known !== undefined);
      await keep(db, now, {
        merchantId,
        id: newMessageId({ msecs: now }),
        receivedAt: now,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
        responseStatus: status,
      });
      return status === null ? await noResponse(request.signal) : new Response(null, { status });
    },
    async list(merchantId, after) {
      const isNew = and(
        eq(sandboxInbox.merchantId, merchantId),
        gt(sandboxInbox.receivedAt, clock() - KEPT_MS),
        after === null ? undefined : gt(sandboxInbox.id, after),
      );
      const { id, receivedAt, headers, body, responseStatus } = sandboxInbox;
      return await db
        .select({ id, receivedAt, headers, body, responseStatus })
        .from(sandboxInbox)
        .where(isNew)
        .orderBy(desc(id))
        .limit(KEPT_MAX);
    },
  };
}

/** Together with the message, what has become too much or too old is deleted, of other merchants too. */
async function keep(db: Database, now: number, message: typeof sandboxInbox.$inferInsert): Promise<void> {
  const tooMany = sql`(SELECT id FROM sandbox_inbox WHERE merchant_id = ${message.merchantId}
    ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_MAX - 1})`;
  await db.batch([
    db.insert(sandboxInbox).values(message),
    db
      .delete(sandboxInbox)
      .where(
        or(
          lt(sandboxInbox.receivedAt, now - KEPT_MS),
          and(eq(sandboxInbox.merchantId, message.merchantId), sql`${sandboxInbox.id} < ${tooMany}`),
        ),
      ),
  ]);
}

function noResponse(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason));
  return promise;
}
