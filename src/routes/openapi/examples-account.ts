// Examples of what a merchant's dashboard manages.
import { presentGoLive } from "../../wire/merchants/present-go-live.ts";

export const SETTINGS = { time_zone: "Europe/Berlin" };
export const USER = {
  id: "0d9c3a57-6c2e-4f1b-9a84-2b7e5d1c8f36",
  email: "ada@bean-and-leaf.example",
  role: "staff",
  is_enabled: true,
  created_at: "2026-09-01T08:30:00.000Z",
};

const SUMS = {
  currency: "EUR",
  paid: { count: 12, amount_minor: 15000, amount_decimal: "150.00" },
  refunded: { count: 1, amount_minor: 1250, amount_decimal: "12.50" },
  net: { amount_minor: 13750, amount_decimal: "137.50" },
};
export const TOTALS = {
  from: "2026-09-01",
  to: "2026-09-01",
  time_zone: SETTINGS.time_zone,
  totals: [SUMS],
  counters: [{ counter_id: null, ...SUMS }],
};

export const PAYMENTS_CSV =
  "date,date_time,type,payment_intent_id,reference,description,counter,counter_id,currency,amount,transaction_id\r\n" +
  "2026-09-01,2026-09-01T10:31:12+02:00,payment,018f2f6e-6c1a-7d3e-9b1c-5a4d2e8f7c60,order-1042,Two flat whites,,,EUR,12.50,tx-81\r\n" +
  "2026-09-01,2026-09-01T11:02:47+02:00,refund,018f2f6e-6c1a-7d3e-9b1c-5a4d2e8f7c60,order-1042,Two flat whites,,,EUR,-12.50,tx-94\r\n";

/** Of a merchant that has taken its first payment. */
export const GO_LIVE = presentGoLive({
  merchantId: "6f1d2c3b-4a59-4e68-8f70-91a2b3c4d5e6",
  merchantStatus: "active",
  environment: "sandbox",
  evidence: {
    payment_completed: {
      at: Date.parse("2026-09-01T09:00:00Z"),
      intentId: "0199031c-5b2e-7d41-8c0f-3a6b9d2e1f47",
      eventId: null,
    },
    webhook_delivered: null,
    webhook_retried: null,
    refund_settled: null,
  },
});
