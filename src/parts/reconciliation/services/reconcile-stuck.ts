// Work that should be finished by now. What is stuck is rare, and each list is read from an index of unfinished rows.

import { listUnsentBusEvents } from "#core/db/wallet/bus.ts";
import { isOpen, type UnfinishedWork } from "#core/domain/payment-intents/payment-intent.ts";
import type { Finding, FindingKind } from "#core/domain/reconciliation/reconciliation.ts";
import { HOME, IDLE_SWEEP_MS } from "#core/domain/shards/cells.ts";
import { originOf } from "#core/domain/webhooks/delivery.ts";
import {
  type Check,
  type CheckContext,
  checkAll,
  findOrLog,
  inCell,
  minutes,
} from "#core/services/reconciliation/reconciliation-check.ts";
import {
  type FailedDelivery,
  listFailedDeliveries,
  listOverdueDeliveries,
  listOverdueIntents,
  listPendingRefunds,
  listStalledParts,
  listUnfinishedWork,
  listWaitingEndpoints,
  nextMerchantWithFailures,
} from "../db/stuck-work.ts";

/** Each of a page's merchants costs two queries. */
const MERCHANTS_PER_PAGE = 20;

export const checkUnfinishedPayments = checkUnfinished(
  "payment",
  "payment_unfinished",
  "the ledger has not confirmed or declined the payment",
);
export const checkUnfinishedOutboxes = checkUnfinished(
  "outbox",
  "outbox_unfinished",
  "the object cannot write what it has committed to D1 or a queue",
);

function checkUnfinished(work: UnfinishedWork, kind: FindingKind, found: string): Check {
  return checkAll(
    ({ shard, stuckBefore, room }, after) => listUnfinishedWork(shard, work, stuckBefore, after, room),
    ({ intentId, merchantId, since }) => ({
      position: { at: since, key: "", id: intentId },
      finding: { kind, since, found, merchantId, paymentIntentId: intentId },
    }),
  );
}

/** Each object is asked: the payment may be under way, or D1 may be behind it. Asking also expires the intent. */
export const checkOverdueIntents = checkAll(
  ({ shard, stuckBefore, room }, after) => listOverdueIntents(shard, stuckBefore, after, room),
  async (row, context) => ({
    position: { at: row.expiresAt, key: "", id: row.id },
    finding: await judgeOverdue(context, row),
  }),
);

type OverdueRow = Awaited<ReturnType<typeof listOverdueIntents>>[number];

async function judgeOverdue(context: CheckContext, row: OverdueRow): Promise<Finding | null> {
  const about = { since: row.expiresAt, merchantId: row.merchantId, paymentIntentId: row.id };
  const intent = await findOrLog(context, row.id);
  if (intent === null) {
    return { ...about, kind: "intent_overdue", found: "past its deadline, and its object does not respond" };
  }
  if (isOpen(intent)) {
    const found = "past its deadline, with a payment that the ledger has neither confirmed nor declined";
    return { ...about, kind: "payment_unfinished", found };
  }
  if (intent.updatedAt > context.stuckBefore) return null;
  return { ...about, kind: "database_behind", found: `${intent.status} in its object, ${row.status} in D1` };
}

export const checkPendingRefunds = checkAll(
  ({ shard, stuckBefore, room }, after) => listPendingRefunds(shard, stuckBefore, after, room),
  ({ id, merchantId, updatedAt, refundLedgerTxId }, { now }) => ({
    position: { at: updatedAt, key: "", id },
    finding: {
      kind: "refund_unfinished",
      since: updatedAt,
      found: `pending for ${minutes(now - updatedAt)}; at the ledger ${refundLedgerTxId}`,
      merchantId,
      paymentIntentId: id,
    },
  }),
);

export const checkOverdueDeliveries = checkAll(
  ({ shard, stuckBefore, room }, after) => listOverdueDeliveries(shard, stuckBefore, after, room),
  ({ merchantId, eventId, intentId, attempts, dueAt }) => ({
    position: { at: dueAt, key: merchantId, id: eventId },
    finding: {
      kind: "delivery_overdue",
      since: dueAt,
      found: `due and not attempted, after ${attempts} attempts`,
      merchantId,
      paymentIntentId: intentId,
      eventId,
    },
  }),
);

/** One finding per endpoint: a million deliveries may wait for it. */
export const checkWaitingDeliveries = checkAll(
  ({ shard, room }, after) => listWaitingEndpoints(shard, after, room),
  ({ merchantId, origin, eventId, eventAt, degradedSince }) => ({
    position: { at: 0, key: merchantId, id: origin },
    finding: {
      kind: "deliveries_waiting",
      since: degradedSince ?? eventAt,
      found: `${degradedSince === null ? "recovered" : "degraded"}: ${originOf(origin)}; event_id is the oldest that waits`,
      merchantId,
      eventId,
    },
  }),
);

/** Checks the events in the period, merchant by merchant, of merchants that have had failures. */
export const checkFailedDeliveries: Check = async ({ shard, from, to, room }, after) => {
  const findings: Finding[] = [];
  let merchantId = after.key === "" ? await nextMerchantWithFailures(shard, "") : after.key;
  let afterEvent = after.id;
  for (let merchants = 0; merchants < MERCHANTS_PER_PAGE && merchantId !== null; merchants++) {
    const period = { from, to, after: afterEvent };
    const rows = await listFailedDeliveries(shard, merchantId, period, room - findings.length);
    findings.push(...rows.map(failedDelivery));
    const last = rows.at(-1);
    if (last !== undefined && findings.length === room) {
      return { findings, next: { at: 0, key: merchantId, id: last.eventId } };
    }
    merchantId = await nextMerchantWithFailures(shard, merchantId);
    afterEvent = "";
  }
  return { findings, next: merchantId === null ? null : { at: 0, key: merchantId, id: "" } };
};

function failedDelivery({ merchantId, eventId, intentId, lastError, endedAt }: FailedDelivery): Finding {
  const found = lastError ?? "the last attempt failed";
  return { kind: "delivery_failed", since: endedAt, found, merchantId, paymentIntentId: intentId, eventId };
}

export const checkBusEvents = checkAll(
  ({ shard, stuckBefore, room }, after) =>
    listUnsentBusEvents(shard, stuckBefore, { busDueAt: after.at, eventId: after.id }, room),
  ({ eventId, busDueAt, intent }) => ({
    position: { at: busDueAt, key: "", id: eventId },
    finding: {
      kind: "bus_event_unsent",
      since: busDueAt,
      found: "not sent to the message bus",
      merchantId: intent.merchantId,
      paymentIntentId: intent.id,
      eventId,
    },
  }),
);

export const checkSweep = checkAll(
  ({ shard, now, stuckBefore, room }, after) => {
    const before = shard.name === HOME ? stuckBefore : Math.min(stuckBefore, now - 2 * IDLE_SWEEP_MS);
    return listStalledParts(shard, before, after, room);
  },
  ({ part, key, updatedAt }, context) => ({
    position: { at: 0, key: part, id: key },
    finding: {
      kind: "sweep_stalled",
      since: updatedAt,
      found: `the part ${part}${inCell(context)} has work left and makes no progress`,
    },
  }),
);
