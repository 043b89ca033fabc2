// What `npm run chaos` finds wrong with top-ups, pay-outs and the float. Runs in Node.
import { describe } from "vitest";
import {
  atDesk,
  CUSTOMER,
  DECLINED,
  DESK,
  exchange,
  movement,
  PAID_OUT,
  TOPPED_UP,
  transaction,
  WALLET,
} from "./chaos-evidence.ts";
import { alsoSent, amend, itFinds, LOST, stored, without } from "./chaos-faults.ts";
import type { Stored } from "./judge/evidence.ts";

function withdrawal(id: string) {
  const body = { movement: { id, status: "withdrawn", amount_minor: 700, currency: "USD" } };
  return exchange("POST", `/desk/api/v1/movements/${id}/withdraw`, 180, 200, body, { actor: DESK });
}

describe("desks", () => {
  const inMovements = (change: (rows: Stored["movements"]) => Stored["movements"]) =>
    stored(({ movements }) => ({ movements: change(movements) }));
  const change = (id: string, to: Partial<Stored["movements"][number]>) =>
    inMovements((rows) => amend(rows, id, to));
  const alsoMoved = (movementId: string) =>
    stored(({ transactions }) => ({
      transactions: [
        ...transactions,
        { ...transaction("t9", "top_up", "float", CUSTOMER, 700, null), movementId },
      ],
    }));
  const inTransfer = (id: string, to: Partial<Stored["transactions"][number]>) =>
    stored(({ transactions }) => ({ transactions: amend(transactions, id, to) }));
  const sameKey = { ...movement(LOST, "top_up", "declined"), idempotencyKey: `key ${TOPPED_UP}` };
  itFinds([
    ["a double top-up", alsoMoved(TOPPED_UP), null, `top_up ${TOPPED_UP} is completed, with 2 transfers`],
    ["a declined pay-out that moved", alsoMoved(DECLINED), null, `${DECLINED} is declined, with 1 transfers`],
    [
      "a lost top-up",
      stored(({ transactions }) => ({ transactions: without(transactions, "t4") })),
      null,
      `top_up ${TOPPED_UP} is completed, with 0 transfers`,
    ],
    [
      "two movements under one key",
      inMovements((rows) => [...rows, sameKey]),
      null,
      `said completed, D1 has ${TOPPED_UP} completed, ${LOST} declined`,
    ],
    [
      "a lost movement",
      alsoSent(atDesk("top-ups", LOST, 200, "completed")),
      null,
      "said completed, D1 has none",
    ],
    [
      "an approval whose money did not move",
      change(PAID_OUT, { status: "expired" }),
      null,
      `approve of customer (200) said completed, D1 has ${PAID_OUT} expired`,
    ],
    [
      "a refusal that was not true",
      change(DECLINED, { status: "completed" }),
      null,
      `approve of customer (402) said declined, D1 has ${DECLINED} completed`,
    ],
    [
      "a movement without a result",
      change(TOPPED_UP, { status: "processing" }),
      null,
      "is processing, with 1",
    ],
    [
      "a pay-out that stays open",
      change(DECLINED, { status: "awaiting_approval", expiresAt: 5_000 }),
      null,
      `the pay_out ${DECLINED} is awaiting_approval, with 0 transfers`,
    ],
    [
      "a float that does not add up",
      () => ({ float: [{ currency: "USD", float: "50.00", difference: "0.01" }] }),
      null,
      "the float in USD is 50.00 (0.01 off)",
    ],
    ["no float", () => ({ float: [] }), null, "the float in USD is undefined"],
    [
      "a float with what desks have not taken",
      () => ({ float: [{ currency: "USD", float: "57.00", difference: "0.00" }] }),
      null,
      "the float in USD is 57.00 (0.00 off), and 50.00 at the ledger; desks make it 50.00",
    ],
    [
      "a float at the ledger that is not the one that is shown",
      stored(({ balances }) => ({ balances: balances.filter(({ accountId }) => accountId !== "float") })),
      null,
      "the float in USD is 50.00 (0.00 off), and 0.00 at the ledger; desks make it 50.00",
    ],
    [
      "a top-up of another amount than was asked for",
      change(TOPPED_UP, { amountMinor: 701 }),
      null,
      `POST top-ups of desk-1 (201) was about 700 USD, D1 has ${TOPPED_UP} of 701`,
    ],
    [
      "a pay-out that the customer approved with another amount",
      change(PAID_OUT, { amountMinor: 699 }),
      null,
      `approve of customer (200) was about 700 USD, D1 has ${PAID_OUT} of 699`,
    ],
    [
      "more taken back of a top-up than it was",
      change(PAID_OUT, { correctsId: TOPPED_UP, amountMinor: 701 }),
      null,
      `701 was taken back of the top-up ${TOPPED_UP} of 700`,
    ],
    [
      "a withdrawn pay-out whose money moved",
      alsoSent(withdrawal(PAID_OUT)),
      null,
      `withdraw of desk-1 (200) said withdrawn, D1 has ${PAID_OUT} completed`,
    ],
    ["a transfer of another amount", inTransfer("t4", { amountMinor: 701 }), null, "top_up t4 has another"],
    ["a transfer to another", inTransfer("t4", { toAccountId: WALLET }), null, "top_up t4 has another"],
    ["a pay-out from another", inTransfer("t5", { fromAccountId: WALLET }), null, "pay_out t5 has another"],
  ]);
});
