import { describe, expect, it } from "vitest";
import {
  advance,
  LOADING,
  type Payment,
  type PaymentEvent,
  type WalletIntent,
} from "#parts/wallet/browser/payment.ts";
import { readPaymentCode } from "#parts/wallet/browser/payment-code.ts";

const ID = "0192f0c4-8a71-7cde-b3a5-5f1d2c3b4a69";
const INTENT: WalletIntent = {
  id: ID,
  number: "#7KQ3ZD",
  merchant_id: "m",
  merchant_name: "Bean & Leaf",
  amount: 12.5,
  amount_minor: 1250,
  amount_decimal: "12.50",
  currency: "USD",
  description: "",
  status: "pending",
  refund_status: null,
  is_processing: false,
  expires_at: "2026-01-01T00:00:00Z",
  created_at: "2025-12-31T23:45:00Z",
  updated_at: "2025-12-31T23:45:00Z",
  completed_at: null,
  cancelled_at: null,
  environment: "sandbox",
  completed_by: null,
};
const read = (fields: Partial<WalletIntent> = {}): PaymentEvent => ({
  type: "read",
  intent: { ...INTENT, ...fields },
});
const PAY: PaymentEvent = { type: "acts", action: "confirm" };
const PROCESSING: PaymentEvent = { type: "acted", intent: INTENT, isProcessing: true };
const LOST: PaymentEvent = { type: "no_response" };

const played = (...events: PaymentEvent[]): Payment => events.reduce(advance, LOADING);
const summary = (payment: Payment) => [
  payment.step,
  "phase" in payment ? payment.phase : "refusal" in payment ? payment.refusal : null,
];

describe("a payment in the wallet", () => {
  it.each<[string, PaymentEvent[], ReturnType<typeof summary>]>([
    ["is not offered again by a read that is older than the tap", [read(), PAY, read()], ["acting", "sent"]],
    ["nor after a lost reply", [read(), PAY, LOST, read()], ["acting", "delayed"]],
    ["is not sent twice by two taps", [read(), PAY, PAY], ["acting", "sent"]],
    ["is being processed after a 202", [read(), PAY, PROCESSING], ["acting", "processing"]],
    [
      "is declined when it is not processed any more, and still open",
      [read(), PAY, PROCESSING, read({ is_processing: true }), read()],
      ["open", "not_executed"],
    ],
    [
      "says why it was declined, when the response comes after the read",
      [read(), PAY, PROCESSING, read(), { type: "refused", code: "insufficient_funds" }],
      ["open", "insufficient_funds"],
    ],
    ["is not offered while a wallet pays", [read({ is_processing: true })], ["acting", "seen"]],
    [
      "is offered again when that wallet was declined",
      [read({ is_processing: true }), read()],
      ["open", null],
    ],
    ["is paid by this wallet alone", [read({ status: "completed", completed_by: "w" })], ["paid", null]],
    ["is paid elsewhere", [read(), PAY, read({ status: "completed" })], ["elsewhere", null]],
    ["is over once it has ended", [read({ status: "expired" }), PAY, PROCESSING, read()], ["expired", null]],
    [
      "shows its refund",
      [
        read({ status: "completed", completed_by: "w" }),
        read({ status: "completed", completed_by: "w", refund_status: "completed" }),
      ],
      ["paid", null],
    ],
  ])("%s", (_, events, expected) => {
    const payment = played(...events);
    expect(summary(payment)).toEqual(expected);
    const last = events.at(-1);
    if (last?.type === "read" && payment.step === "paid") expect(payment.intent).toEqual(last.intent);
  });

  it("tells a request that was rejected from one that the shop has cancelled", () => {
    const cancelled = read({ status: "cancelled" });
    const asked = read({ status: "pending_approval" });
    expect(played(asked, { type: "acts", action: "reject" }, cancelled).step).toBe("rejected");
    expect(played(asked, cancelled).step).toBe("cancelled");
  });
});

describe("a code or link", () => {
  it.each([
    `{"payment_intent_id":"${ID}","amount":1,"merchant_name":"Charity"}`,
    `https://payments.example.com/pay/${ID}`,
    `https://payments.example.com/wallet?lang=de&pay=${ID}`,
    `https://wallet.example.com/open?payment_intent_id=${ID}`,
    ` ${ID.toUpperCase()}\n`,
  ])("names a payment: %s", (text) => expect(readPaymentCode(text)).toBe(ID));

  it.each(["", "{", "{}", `{"payment_intent_id":"../${ID}"}`, `x${ID}`, "https://example.com/", "a.b.c"])(
    "names none: %s",
    (text) => expect(readPaymentCode(text)).toBe(null),
  );
});
