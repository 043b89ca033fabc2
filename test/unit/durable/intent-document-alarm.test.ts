// Setting an alarm is a write that is billed, so the one that is set stays where it comes early enough.

import { describe, expect, it } from "vitest";
import type { Origin } from "#core/domain/audit/actor.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import {
  applyDecision,
  type IntentDocument,
  newDocument,
  overdueWork,
  withAlarm,
} from "#core/durable/intent-document.ts";
import { anIntent, anOperation, CREATED_AT, DEADLINE, INTENT_BY_STATUS } from "../../support/intent.ts";
import { cancel, IN_TIME, refund } from "../../support/intent-commands.ts";

const NOW = CREATED_AT + 60_000;
const { completed, pending } = INTENT_BY_STATUS;

describe("an alarm that is set", () => {
  it.each([
    ["stays when it comes before the deadline", NOW + 1, NOW + 1],
    ["stays when it comes at the deadline", DEADLINE, DEADLINE],
    ["is moved when it comes too late", DEADLINE + 1, DEADLINE],
    ["is set anew when it is due now", NOW, DEADLINE],
    ["is set anew when it is overdue", NOW - 1, DEADLINE],
  ])("%s", (_, alarmAt, expected) => {
    expect(withAlarm({ ...newDocument(pending), alarmAt }, NOW).alarmAt).toBe(expected);
  });
});

describe("work that an operator should see", () => {
  const operating = (kind: "payment" | "refund", attempts: number): IntentDocument =>
    newDocument(anIntent({ operation: anOperation(kind, { attempts }) }));

  it.each([
    ["is nothing at rest", newDocument(completed), null],
    [
      "is nothing while two alarms have failed to publish",
      { ...operating("payment", 2), drainFailures: 2 },
      null,
    ],
    [
      "is an outbox that three alarms have failed to publish",
      { ...newDocument(pending), drainFailures: 3 },
      "outbox",
    ],
    ["is a payment without a result after three calls", operating("payment", 3), "payment"],
    ["is no refund, which D1 shows as pending anyway", operating("refund", 9), null],
  ] as const)("%s", (_, document, expected) => {
    expect(overdueWork(document)).toBe(expected);
  });
});

// The outbox carries where a refund was requested from, for the audit trail; other events have no use for it.

const origin: Origin = { kind: "user", subject: "user-1", addressKey: "203.0.113.7" };

function eventAfter(intent: PaymentIntent, command: IntentCommand, from?: Origin) {
  const actor = { client: "merchant-1", requestId: null, ...(from && { origin: from }) };
  const decision = decide(intent, command, IN_TIME);
  const options = { environment: "sandbox", newId: () => "event-1" } as const;
  return applyDecision(newDocument(intent), decision, actor, options).outbox[0];
}

describe("the event of", () => {
  it("a refund has its origin", () => {
    const event = eventAfter(INTENT_BY_STATUS.completed, refund, origin);
    expect(event).toMatchObject({ type: "refund.pending", origin });
  });

  it("a refund from a Worker that does not say has none", () => {
    expect(eventAfter(INTENT_BY_STATUS.completed, refund)).not.toHaveProperty("origin");
  });

  it("a cancellation has none", () => {
    const event = eventAfter(anIntent(), cancel, origin);
    expect(event?.type).toBe("payment.cancelled");
    expect(event).not.toHaveProperty("origin");
  });
});
