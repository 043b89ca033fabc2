import { describe, expect, it } from "vitest";
import type { IntentEvent } from "#core/domain/payment-intents/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { webhookPayload } from "#core/wire/webhooks/webhook-payload.ts";
import { anIntent, CREATED_AT, INTENT_BY_STATUS } from "../../support/intent.ts";

const EVENT: IntentEvent = {
  type: "payment.completed",
  sequence: 1,
  occurredAt: CREATED_AT + 1234,
  reason: null,
};

const payloadOf = (event: IntentEvent, intent: PaymentIntent) => webhookPayload(event, intent, "live");

describe("webhookPayload", () => {
  it("is the merchant's view of the intent, with reference, metadata and sequence", () => {
    const intent = { ...INTENT_BY_STATUS.completed, reference: "order-1", metadataJson: '{"table":7}' };
    const { data, ...rest } = JSON.parse(payloadOf(EVENT, intent));

    expect(rest).toEqual({
      type: "payment.completed",
      timestamp: "2026-10-01T12:00:01.234Z",
      environment: "live",
    });
    expect(data).toMatchObject({ reference: "order-1", metadata: { table: 7 }, sequence: 1 });
    expect(Object.keys(data)).toEqual(["payment_intent", "reference", "metadata", "sequence"]);
    expect(data.payment_intent).toMatchObject({
      id: intent.id,
      merchant_id: intent.merchantId,
      amount: 12.5,
      amount_minor: 1250,
      amount_decimal: "12.50",
      currency: "USD",
      status: "completed",
      environment: "live",
      completed_by: intent.completedBy,
      reference: "order-1",
      metadata: { table: 7 },
    });
  });

  it("contains neither a QR code nor the object's internal fields", () => {
    const { payment_intent: shown } = JSON.parse(payloadOf(EVENT, anIntent())).data;
    for (const field of ["qr_data", "qr_code_url", "version", "operation", "payment_declines"]) {
      expect(shown).not.toHaveProperty(field);
    }
  });

  it("cannot be tricked into splicing metadata by another field's content", () => {
    const trap = JSON.parse(payloadOf(EVENT, anIntent({ metadataJson: '{"x":1}' })));
    const text = JSON.stringify(trap);
    const intent = anIntent({ description: text, reference: text, metadataJson: '{"x":1}' });
    const { data } = JSON.parse(payloadOf(EVENT, intent));
    expect(data.payment_intent.description).toBe(text);
    expect(data.reference).toBe(text);
    expect(data.metadata).toEqual({ x: 1 });
  });

  it("has null for what the intent lacks, and a reason only when there is one", () => {
    const { data } = JSON.parse(payloadOf(EVENT, anIntent()));
    expect(data).toMatchObject({ reference: null, metadata: null });
    const failed = { ...EVENT, type: "refund.failed", reason: "insufficient_funds" } as const;
    expect(JSON.parse(payloadOf(failed, INTENT_BY_STATUS.completed)).data.reason).toBe("insufficient_funds");
  });
});
