import { describe, expect, it } from "vitest";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { LedgerOperation, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import {
  afterAlarm,
  alarmLeadMs,
  applyDecision,
  hasLostAlarm,
  type IntentDocument,
  isAtRest,
  isDeletable,
  isPublished,
  newDocument,
  RECOVERY_WINDOW_MS,
  toBeProjectedAgain,
  walletMessages,
  withAlarm,
  withoutPublished,
} from "#core/durable/intent-document.ts";
import { anOperation, CREATED_AT, DEADLINE, INTENT_BY_STATUS, WALLET } from "../../support/intent.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOW = CREATED_AT + MINUTE;
const { completed, expired, pending } = INTENT_BY_STATUS;

type Event = IntentDocument["outbox"][number];

function anEvent(id: string, type: Event["type"] = "payment.completed"): Event {
  return { id, type, sequence: 1, occurredAt: NOW, actor: "system", requestId: null, payload: "{}" };
}

function aDocument(intent: PaymentIntent, change: Partial<IntentDocument> = {}): IntentDocument {
  return { ...newDocument(intent), ...change };
}

const unpublished = aDocument(completed, { outbox: [anEvent("event-1")] });

describe("applyDecision", () => {
  it("adds the decision's events behind those that wait", () => {
    const cancelled = decide(pending, { type: "cancel", merchantId: pending.merchantId }, NOW);
    const waiting = anEvent("event-1");
    const requestId = "request-1";
    const actor = { client: "merchant:merchant-1", requestId };
    const options = { environment: "sandbox", newId: () => "event-2" } as const;
    const next = applyDecision(aDocument(pending, { outbox: [waiting] }), cancelled, actor, options);
    expect(next.intent).toBe(cancelled.intent);
    expect(next.outbox).toEqual([
      waiting,
      {
        ...anEvent("event-2", "payment.cancelled"),
        actor: actor.client,
        requestId,
        payload: expect.any(String),
      },
    ]);
    expect(JSON.parse(next.outbox[1]?.payload ?? "")).toMatchObject({
      type: "payment.cancelled",
      data: { payment_intent: { status: "cancelled" }, sequence: 1 },
    });
  });
});

describe("isPublished", () => {
  it.each([
    ["D1 has the version and every event", aDocument(completed), true],
    ["D1 has an earlier version", aDocument(completed, { projectedVersion: completed.version - 1 }), false],
    ["an event is left", unpublished, false],
  ])("when %s", (_, document, expected) => {
    expect(isPublished(document)).toBe(expected);
  });
});

describe("withoutPublished", () => {
  const [first, second, third] = ["event-1", "event-2", "event-3"].map((id) => anEvent(id));

  it("moves what was published to what was sent, and keeps what came meanwhile", () => {
    const published = aDocument(
      { ...completed, version: 2 },
      { projectedVersion: 1, outbox: [second as Event] },
    );
    const later = { ...published, intent: { ...completed, version: 3 }, outbox: [second, third] as Event[] };
    const document = { ...later, sent: [first as Event], drainFailures: 4 };
    expect(withoutPublished(document, published, NOW)).toEqual({
      ...document,
      outbox: [third],
      sent: [first, second],
      projectedVersion: 2,
      drainFailures: 0,
    });
  });

  it("never lowers the version that D1 has", () => {
    const document = aDocument(completed, { projectedVersion: 5 });
    expect(withoutPublished(document, aDocument(completed), NOW).projectedVersion).toBe(5);
  });
});

describe("toBeProjectedAgain", () => {
  it("puts everything that was sent before what still waits", () => {
    const document = { ...unpublished, sent: [anEvent("event-0")] };
    const again = {
      outbox: [anEvent("event-0"), anEvent("event-1")],
      sent: [],
      projectedVersion: 0,
      unfinishedSince: completed.updatedAt,
    };
    expect(toBeProjectedAgain(document)).toEqual({ ...document, ...again });
  });
});

describe("afterAlarm", () => {
  it("counts only alarms that leave something unpublished", () => {
    expect(afterAlarm(unpublished).drainFailures).toBe(1);
    expect(afterAlarm({ ...unpublished, drainFailures: 2 }).drainFailures).toBe(3);
    expect(afterAlarm(aDocument(completed)).drainFailures).toBe(0);
  });
});

describe("walletMessages", () => {
  const sender = { publicUrl: "https://pay.example.com", environment: "sandbox" } as const;

  it.each([
    ["payment.completed", "payment"],
    ["refund.completed", "refund"],
  ] as const)("tells the paying wallet of %s", (type, transactionType) => {
    const [update, ...others] = walletMessages(
      aDocument(completed, { outbox: [anEvent("event-1", type)] }),
      sender,
    );
    expect(others).toEqual([]);
    expect(update).toMatchObject({ id: "event-1", walletId: WALLET });
    expect(JSON.parse(update?.cloudEvent ?? "")).toMatchObject({
      source: sender.publicUrl,
      data: { transaction_type: transactionType, wallet_id: WALLET },
    });
  });

  it("tells the wallet of a request that its merchant has withdrawn, and of no other cancellation", () => {
    const withdrawn = { ...INTENT_BY_STATUS.cancelled, cancellationReason: "withdrawn_by_merchant" } as const;
    const [outbox, messagesOf] = [
      [anEvent("event-1", "payment.cancelled")],
      (intent: PaymentIntent) => walletMessages(aDocument(intent, { outbox }), sender),
    ];
    const [message, ...others] = messagesOf(withdrawn);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ id: "event-1", walletId: WALLET });
    expect(messagesOf(INTENT_BY_STATUS.cancelled)).toEqual([]);
    // A ledger that reports a payment late has completed it meanwhile.
    expect(messagesOf({ ...INTENT_BY_STATUS.completed })).toEqual([]);
  });

  it("is silent about other events, and where no wallet has paid", () => {
    const other = aDocument(completed, { outbox: [anEvent("event-1", "refund.pending")] });
    expect(walletMessages(other, sender)).toEqual([]);
    expect(walletMessages({ ...unpublished, intent: { ...completed, completedBy: null } }, sender)).toEqual(
      [],
    );
  });
});

describe("an intent at rest", () => {
  it.each([
    ["completed", aDocument(completed), true],
    ["open", aDocument(pending), false],
    ["unpublished", unpublished, false],
    ["being refunded", aDocument({ ...completed, operation: anOperation("refund") }), false],
  ])("%s: %#", (_, document, expected) => {
    expect(isAtRest(document)).toBe(expected);
  });

  it("may be deleted once its recovery window is over, and only then", () => {
    const endsAt = completed.updatedAt + RECOVERY_WINDOW_MS;
    expect(RECOVERY_WINDOW_MS).toBe(24 * 60 * MINUTE);
    expect(isDeletable(aDocument(completed), endsAt - 1)).toBe(false);
    expect(isDeletable(aDocument(completed), endsAt)).toBe(true);
    expect(isDeletable(unpublished, endsAt)).toBe(false);
  });

  it("is kept as long after D1 has got it, when that was late", () => {
    const { updatedAt } = completed;
    const publish = (at: number) => withoutPublished(unpublished, unpublished, at);
    expect(isDeletable(publish(updatedAt + 10 * MINUTE), updatedAt + RECOVERY_WINDOW_MS)).toBe(true);
    const late = updatedAt + 2 * RECOVERY_WINDOW_MS;
    const published = publish(late);
    expect(isDeletable(published, late + RECOVERY_WINDOW_MS - 1)).toBe(false);
    expect(isDeletable(published, late + RECOVERY_WINDOW_MS)).toBe(true);
    expect(wakeAt(published, late)).toBe(late + RECOVERY_WINDOW_MS);
  });
});

describe("hasLostAlarm", () => {
  it.each([
    ["no alarm is set", null, true],
    ["the alarm is to come", NOW + 1, false],
    ["the alarm is a minute late", NOW - MINUTE, false],
    ["the alarm is later still", NOW - MINUTE - 1, true],
    ["the alarm is a minute after all that is due", DEADLINE + MINUTE, false],
    ["the alarm was set while the clock was ahead", DEADLINE + MINUTE + 1, true],
  ])("when %s", (_, alarmAt, expected) => {
    expect(hasLostAlarm(aDocument(pending, { alarmAt }), NOW)).toBe(expected);
  });
});

/** When a document without an alarm is next looked at. */
function wakeAt(document: IntentDocument, now: number): number {
  return withAlarm(document, now).alarmAt;
}

describe("the alarm", () => {
  const payment = (attempts: number, change: Partial<LedgerOperation> = {}) =>
    aDocument({ ...pending, operation: anOperation("payment", { attempts, ...change }) });

  it.each([
    ["the deadline of an open intent", aDocument(pending), DEADLINE],
    ["ten seconds from now for an operation", payment(0), NOW + 10 * SECOND],
    ["ten seconds after the first failure", payment(1), NOW + 10 * SECOND],
    ["twenty seconds after the second", payment(2), NOW + 20 * SECOND],
    ["five minutes after many", payment(30), NOW + 5 * MINUTE],
    ["later still when the ledger rejects it", payment(7, { isRejected: true }), NOW + 640 * SECOND],
    ["ten seconds from now for what is not published", unpublished, NOW + 10 * SECOND],
    ["later after failed alarms", { ...unpublished, drainFailures: 3 }, NOW + 40 * SECOND],
    ["the end of the recovery window", aDocument(completed), completed.updatedAt + RECOVERY_WINDOW_MS],
    ["the same for any closed intent", aDocument(expired), expired.updatedAt + RECOVERY_WINDOW_MS],
  ])("is %s", (_, document, expected) => {
    expect(wakeAt(document, NOW)).toBe(expected);
  });

  it("that comes early is set later by as much, so that it does not come at once for as long as the clocks differ", () => {
    const early = (byMs: number) => alarmLeadMs(aDocument(pending, { alarmAt: DEADLINE }), DEADLINE - byMs);
    expect([-1, 0, 1, MINUTE, MINUTE + 1].map(early)).toEqual([0, 0, 1, MINUTE, 0]);
    const again = withAlarm(aDocument(pending), DEADLINE - SECOND, early(SECOND));
    expect(again.alarmAt).toBe(DEADLINE + SECOND);
    expect(hasLostAlarm(again, DEADLINE - SECOND)).toBe(false);
  });
});
