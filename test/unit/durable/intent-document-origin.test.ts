// The outbox carries where a refund was requested from, for the audit trail; other events have no use for it.
import { describe, expect, it } from "vitest";
import type { Origin } from "../../../src/domain/cause.ts";
import type { IntentCommand } from "../../../src/domain/commands.ts";
import { decide } from "../../../src/domain/decide.ts";
import type { PaymentIntent } from "../../../src/domain/payment-intent.ts";
import { applyDecision, newDocument } from "../../../src/durable/intent-document.ts";
import { anIntent, INTENT_BY_STATUS } from "../../support/intent.ts";
import { cancel, IN_TIME, refund } from "../../support/intent-commands.ts";

const origin: Origin = { kind: "user", subject: "user-1", addressKey: "203.0.113.7" };

function eventAfter(intent: PaymentIntent, command: IntentCommand, from?: Origin) {
  const cause = { actor: "merchant-1", requestId: null, ...(from && { origin: from }) };
  const decision = decide(intent, command, IN_TIME);
  return applyDecision(newDocument(intent), decision, cause, () => "event-1").outbox[0];
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
