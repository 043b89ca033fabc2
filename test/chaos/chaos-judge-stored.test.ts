// What `npm run chaos` finds wrong with the ledger, the events and the webhooks. Runs in Node.
import { describe } from "vitest";
import {
  CANCELLED,
  EXPIRED_SCAN,
  event,
  type intent,
  PAID,
  REFUNDED,
  SHOP,
  transaction,
  WALLET,
} from "./chaos-evidence.ts";
import { amend, type Change, itFinds, LOST, stored, without } from "./chaos-faults.ts";
import type { Evidence, Stored } from "./judge/evidence.ts";

describe("the ledger", () => {
  const pays = (id: string, of: string) => transaction(id, "payment", WALLET, SHOP, 1_000, of);
  const inLedger = (change: (rows: Stored["transactions"]) => Stored["transactions"]) =>
    stored(({ transactions }) => ({ transactions: change(transactions) }));
  itFinds([
    ["a double payment", inLedger((rows) => [...rows, pays("t9", PAID)]), PAID, "has 2 payments"],
    [
      "a double refund",
      inLedger((rows) => [...rows, transaction("t9", "refund", SHOP, WALLET, 1_000, REFUNDED)]),
      REFUNDED,
      "has 2 refunds",
    ],
    ["a payment that is missing", inLedger((rows) => without(rows, "t1")), PAID, "has 0 payments"],
    ["a refund that is missing", inLedger((rows) => without(rows, "t3")), REFUNDED, "has 0 refunds"],
    [
      "a captured payment of a cancelled intent",
      inLedger((rows) => [...rows, pays("t9", CANCELLED)]),
      CANCELLED,
      "has 1 payments of an intent that is cancelled",
    ],
    [
      "a payment without an intent",
      inLedger((rows) => [...rows, pays("t9", LOST)]),
      LOST,
      "t9 has no intent",
    ],
    [
      "a payment of another amount",
      inLedger((rows) => amend(rows, "t1", { amountMinor: 1 })),
      PAID,
      "another amount",
    ],
    [
      "a payment to another",
      inLedger((rows) => amend(rows, "t1", { toAccountId: "x" })),
      PAID,
      "another amount or account",
    ],
    [
      "an unsettled refund",
      inLedger((rows) => amend(rows, "t3", { status: "pending" })),
      REFUNDED,
      "t3 has not settled",
    ],
    [
      "entries that do not add up",
      stored(({ entries }) => ({ entries: entries.slice(1) })),
      null,
      "transaction t0 in USD sum to 5000, not to zero",
    ],
    [
      "balances that do not add up",
      stored(({ balances }) => ({ balances: balances.slice(1) })),
      null,
      "all balances in USD sum to 5000",
    ],
    [
      "a balance that is not the sum of its entries",
      stored(({ balances }) => ({
        balances: balances.map((row) => ({ ...row, balanceMinor: row.balanceMinor + 1 })),
      })),
      null,
      "account wallet in USD has 4001, its entries 4000",
    ],
    [
      "a wallet that paid too much",
      ({ wallets }) => ({ wallets: wallets.map((wallet) => ({ ...wallet, balanceMinor: 3_000 })) }),
      null,
      "wallet wallet has 4000 at the ledger and through the API 3000 USD, its payments, refunds and movements make 4000",
    ],
    [
      "a wallet that was overdrawn for a while",
      stored(({ entries }) => ({ entries: [...entries].reverse() })),
      null,
      "transaction t5 has overdrawn wallet customer",
    ],
  ]);
});

describe("lists", () => {
  type Lists = NonNullable<Evidence["lists"]>[number];
  const inLists =
    (change: (lists: Lists) => Partial<Lists>): Change =>
    ({ lists }) => ({ lists: (lists ?? []).map((list) => ({ ...list, ...change(list) })) });
  itFinds([
    [
      "an intent that is missing",
      inLists(({ intentIds }) => ({ intentIds: intentIds.slice(1) })),
      EXPIRED_SCAN,
      "does not see it in the list",
    ],
    [
      "an intent that is there twice",
      inLists(({ intentIds }) => ({ intentIds: [...intentIds, PAID] })),
      PAID,
      "has it once too often",
    ],
    [
      "a transaction that is missing",
      inLists(({ transactions }) => ({ transactions: transactions.slice(1) })),
      null,
      "merchant shop does not see the transaction t1 completed 10.00 USD",
    ],
    [
      "a transaction that is there twice",
      inLists(({ transactions }) => ({ transactions: [...transactions, ...transactions] })),
      null,
      "merchant shop sees the transaction t1 completed 10.00 USD, which",
    ],
  ]);
});

describe("intents and their events in D1", () => {
  const inEvents = (change: (rows: Stored["events"]) => Stored["events"]) =>
    stored(({ events }) => ({ events: change(events) }));
  const inIntent = (id: string, change: Parameters<typeof intent>[1]) =>
    stored(({ intents }) => ({ intents: amend(intents, id, change) }));
  itFinds([
    [
      "an intent that stays open",
      inIntent(EXPIRED_SCAN, { status: "pending_approval" }),
      EXPIRED_SCAN,
      "5 s after its deadline",
    ],
    ["an unfinished operation", inIntent(PAID, { operation: "{}" }), PAID, "an operation is unfinished"],
    [
      "a stuck refund",
      inIntent(REFUNDED, { refundStatus: "pending" }),
      REFUNDED,
      "its refund is still pending",
    ],
    [
      "a missing event",
      inEvents((rows) => without(rows, "e3")),
      REFUNDED,
      "counted 3 events, D1 has those with sequence 1, 3",
    ],
    [
      "an event too many",
      inEvents((rows) => [...rows, event("e9", PAID, 1, "payment.completed")]),
      PAID,
      "sequence 1, 1",
    ],
    [
      "an event of another outcome",
      inEvents((rows) => amend(rows, "e5", { type: "payment.expired" })),
      CANCELLED,
      "has 0 events payment.cancelled",
    ],
    [
      "an event without an intent",
      inEvents((rows) => [...rows, event("e9", LOST, 1, "payment.expired")]),
      LOST,
      "event e9 has no intent",
    ],
    [
      "a delivery that waits",
      inEvents((rows) => amend(rows, "e1", { deliveryStatus: "pending" })),
      PAID,
      "is pending, not delivered",
    ],
    [
      "a delivery that nobody planned",
      inEvents((rows) => amend(rows, "e1", { deliveryStatus: "none" })),
      PAID,
      "is none, not delivered",
    ],
    [
      "an event the bus has not had",
      inEvents((rows) => amend(rows, "e6", { busDueAt: 1 })),
      EXPIRED_SCAN,
      "has not been sent to the message bus",
    ],
  ]);
});

describe("shards", () => {
  const alsoInCell = <Row extends { id: string }>(rows: readonly Row[], id: string) => [
    ...rows,
    ...rows.filter((row) => row.id === id).map((row) => ({ ...row, shard: "cell" })),
  ];
  itFinds([
    [
      "an intent in two shards",
      stored(({ intents }) => ({ intents: alsoInCell(intents, PAID) })),
      PAID,
      "it is in home and cell",
    ],
    [
      "an event in two shards",
      stored(({ events }) => ({ events: alsoInCell(events, "e1") })),
      PAID,
      "event e1 is in home and cell",
    ],
    [
      "an event that is not where its intent is",
      stored(({ events }) => ({ events: amend(events, "e1", { shard: "cell" }) })),
      PAID,
      "event e1 is in cell, its intent in home",
    ],
    [
      "an intent at home that is new since there are cells",
      () => ({ cellsSince: -10_000 }),
      PAID,
      "is in home although it was created 10000 ms after the first switch",
    ],
    [
      "an intent in a cell that is older than all cells",
      (evidence) => ({
        cellsSince: 1,
        ...stored(({ intents }) => ({ intents: amend(intents, PAID, { shard: "cell" }) }))(evidence),
      }),
      PAID,
      "is in cell although it was created -1 ms after the first switch",
    ],
  ]);
});

describe("receivers", () => {
  type Arrivals = Evidence["arrivals"];
  const atReceiver =
    (change: (arrivals: Arrivals) => Arrivals): Change =>
    ({ arrivals }) => ({ arrivals: change(arrivals) });
  const received = (given: Partial<Arrivals[number]>): Arrivals[number] => ({
    eventId: "e1",
    body: "body of e1",
    isVerified: true,
    isSuccess: true,
    ...given,
  });
  itFinds([
    [
      "an event that never arrived",
      atReceiver((all) => all.filter(({ eventId }) => eventId !== "e1")),
      PAID,
      "no receiver has accepted payment.completed e1",
    ],
    [
      "an event that was never accepted",
      atReceiver((all) => all.filter((row) => row.eventId !== "e1" || !row.isSuccess)),
      PAID,
      "no receiver has accepted",
    ],
    [
      "a forged webhook",
      atReceiver((all) => [...all, received({ isVerified: false })]),
      PAID,
      "webhook e1 had no valid signature 1 times",
    ],
    [
      "a webhook whose body changed",
      atReceiver((all) => [...all, received({ body: "other" })]),
      PAID,
      "arrived with different bodies",
    ],
    [
      "a webhook that D1 does not know",
      atReceiver((all) => [...all, received({ eventId: "e9" })]),
      null,
      "webhook e9 arrived, D1 does not know it",
    ],
  ]);
});
