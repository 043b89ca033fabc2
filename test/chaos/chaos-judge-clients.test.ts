// What `npm run chaos` finds wrong with what clients were told. Runs in Node.
import { describe, expect, it } from "vitest";
import {
  CANCELLED,
  creation,
  exchange,
  healthyEvidence,
  intent,
  PAID,
  REFUNDED,
  read,
} from "./chaos-evidence.ts";
import { alsoSent, amend, find, itFinds, LOST, stored } from "./chaos-faults.ts";
import type { Exchange } from "./judge/evidence.ts";
import { judge } from "./judge/judge.ts";

const PATH = "/merchant/api/v1/payment-intents";

describe("judge", () => {
  it("has nothing to say about a healthy run", () => {
    expect(judge(healthyEvidence())).toEqual([]);
  });

  it("allows what no client was told: a request without a response may have happened", () => {
    const unanswered = (request: Exchange): Exchange => ({ ...request, response: null });
    expect(find(({ exchanges }) => ({ exchanges: exchanges.map(unanswered) }))).toEqual([]);
  });
});

describe("what clients were told", () => {
  itFinds([
    [
      "a lost intent",
      alsoSent(creation(LOST, 200)),
      LOST,
      "said that the intent exists, D1 has no such intent",
    ],
    [
      "a lost payment",
      stored(({ intents }) => ({ intents: amend(intents, PAID, { status: "expired", completedBy: null }) })),
      PAID,
      "POST confirm of wallet (200) said completed, D1 has expired",
    ],
    [
      "a payment from another wallet",
      stored(({ intents }) => ({ intents: amend(intents, PAID, { completedBy: "other" }) })),
      PAID,
      "said completed by wallet, D1 has completed by other",
    ],
    [
      "a cancelled intent that was paid",
      stored(({ intents }) => ({ intents: amend(intents, CANCELLED, { status: "completed" }) })),
      CANCELLED,
      "POST cancel of shop (200) said cancelled, D1 has completed",
    ],
    [
      "a refusal that was not true",
      alsoSent(
        exchange("POST", `/wallet/api/v1/payment-intents/${PAID}/confirm`, 200, 410, { code: "expired" }),
      ),
      PAID,
      "said expired, D1 has completed",
    ],
    [
      "a lost refund",
      stored(({ intents }) => ({ intents: amend(intents, REFUNDED, { refundStatus: null }) })),
      REFUNDED,
      "POST refund of shop (200) said that a refund was issued, D1 has none",
    ],
    [
      "a settled refund that is not",
      stored(({ intents }) => ({ intents: amend(intents, REFUNDED, { refundStatus: "pending" }) })),
      REFUNDED,
      "said that the refund is completed, D1 has refund_status pending",
    ],
    [
      "another amount",
      stored(({ intents }) => ({ intents: amend(intents, PAID, { amountMinor: 999 }) })),
      PAID,
      "said 1000 USD, D1 has 999 USD",
    ],
    [
      "an intent that a read does not find",
      alsoSent(exchange("GET", `${PATH}/${PAID}`, 200, 404, { code: "payment_intent_not_found" })),
      PAID,
      "did not find the intent, D1 has it",
    ],
    [
      "a read that went back behind an earlier response",
      alsoSent(read(PAID, 200, "pending")),
      PAID,
      "GET payment-intents/00000000-0000-7000-8000-000000000001 of shop (200) went back",
    ],
    [
      "a read that forgot a refund",
      alsoSent(
        read(REFUNDED, 200, "completed", { refund_status: "pending" }),
        read(REFUNDED, 300, "completed"),
      ),
      REFUNDED,
      "went back behind",
    ],
    [
      "two intents for one key",
      ({ exchanges }) => ({ exchanges: [...exchanges, { ...creation(REFUNDED, 200), key: `key ${PAID}` }] }),
      PAID,
      "gave several intents",
    ],
    [
      "two intents from one request",
      stored(({ intents }) => ({
        intents: [...intents, intent(LOST, { reference: PAID, status: "expired" })],
      })),
      PAID,
      `made this intent and ${LOST} as well`,
    ],
    [
      "an intent that nobody requested",
      stored(({ intents }) => ({ intents: [...intents, intent(LOST, { status: "expired" })] })),
      LOST,
      "no client requested this intent",
    ],
  ]);
});
