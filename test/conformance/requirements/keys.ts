import { demand, demandEqual } from "../demand.ts";
import { type Decision, decisionOf, isTemporary, type LedgerUnderTest } from "../ledger-under-test.ts";
import type { Requirement } from "../requirement.ts";
import { altered, type Transfer } from "../transfers.ts";

const PARALLEL = 12;

export const KEYS: Requirement[] = [
  {
    id: "key.repeated",
    text: "The same request under the same key returns the same transaction, and moves money once",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      const before = await pair.holdings();
      const payment = pair.payment(100);
      const first = await ledger.settled(await ledger.accept(payment));
      for (let repeat = 1; repeat <= 2; repeat++) {
        const again = await ledger.accept(payment);
        demandEqual(again.transaction_id, first.transaction_id, "transaction_id");
      }
      await pair.demandMoved(before, 100);
    },
  },
  {
    id: "key.other-request",
    text: "Another request under a used key gets 409, and the first keeps its result",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(500);
      const payment = pair.payment(100);
      const first = await ledger.settled(await ledger.accept(payment));
      const before = await pair.holdings();
      const others: Partial<Transfer["body"]>[] = [
        { amount: pair.payment(200).body.amount },
        { from_account_id: crypto.randomUUID() },
        { to_account_id: crypto.randomUUID() },
        { currency: pair.currency === "EUR" ? "USD" : "EUR" },
        { ...pair.refund(100).body, metadata: payment.body.metadata },
      ];
      for (const fields of others) {
        const { status } = await ledger.send(altered(payment, fields));
        const [field = ""] = Object.keys(fields);
        demand(status === 409, `409 with another ${field}`, status);
      }
      await pair.demandMoved(before, 0, "after each 409");
      demandEqual((await ledger.accept(payment)).transaction_id, first.transaction_id, "transaction_id");
    },
  },
  {
    id: "key.void",
    text: "A free key that is voided answers with a decline for ever, and a used one keeps its transaction",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      const [ended, paid] = [pair.payment(100), pair.payment(100)];
      const before = await pair.holdings();
      for (let repeat = 1; repeat <= 2; repeat++) {
        const { status, failure_reason } = await ledger.voidKey(ended);
        demandEqual([status, failure_reason].join(), "failed,not_executed", "status and failure_reason");
        await ledger.decline(ended, "not_executed");
      }
      const transaction = await ledger.settled(await ledger.accept(paid));
      demandEqual((await ledger.voidKey(paid)).transaction_id, transaction.transaction_id, "transaction_id");
      demandEqual((await ledger.accept(paid)).transaction_id, transaction.transaction_id, "transaction_id");
      await pair.demandMoved(before, 100);
    },
  },
  {
    id: "key.parallel",
    text: `${PARALLEL} equal requests under one key at the same time make one transaction`,
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100 * PARALLEL);
      const before = await pair.holdings();
      const payment = pair.payment(100);
      const decisions = await decideAtOnce(ledger, Array<Transfer>(PARALLEL).fill(payment));
      const last = await ledger.settled(await ledger.accept(payment));
      const ids = new Set([...decisions.flatMap(idOf), last.transaction_id]);
      demand(ids.size === 1, "one transaction_id", [...ids]);
      await pair.demandMoved(before, 100);
    },
  },
  {
    id: "key.parallel-others",
    text: "Of different requests under one key at the same time, one is decided and the others get 409",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      const before = await pair.holdings();
      const small = pair.payment(100);
      const large = altered(small, { amount: pair.payment(200).body.amount });
      const transfers = Array.from({ length: PARALLEL }, (_, index) => (index % 2 === 0 ? small : large));
      await Promise.all(transfers.map((transfer) => ledger.send(transfer)));
      const [one, other] = [await ledger.sendUntilKnown(small), await ledger.sendUntilKnown(large)];
      const conflicts = [one, other].filter(({ status }) => status === 409);
      demand(conflicts.length === 1, "409 for one of two requests", [one.status, other.status]);
      const [winner, amount] = one.status === 409 ? [large, 200] : [small, 100];
      await ledger.settled(await ledger.accept(winner));
      await pair.demandMoved(before, amount);
    },
  },
  {
    id: "key.whole",
    text: "Keys that begin alike are different keys",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(400);
      const payment = pair.payment(100);
      const keys = [payment.key, `${payment.key}0`, payment.key.replace(/1$/, "2")];
      const ids = new Set<string>();
      for (const key of keys) ids.add((await ledger.accept({ ...payment, key })).transaction_id);
      demand(ids.size === keys.length, `${keys.length} transactions`, [...ids]);
    },
  },
  {
    id: "key.decline",
    text: "A decline stays a decline under its key, even once there is money",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(500);
      const { wallet: whole } = await pair.holdings();
      await pair.pay(100);
      const payment = pair.payment(whole);
      await ledger.decline(payment, "insufficient_funds");
      await pair.giveBack(100);
      const before = await pair.holdings();
      await ledger.decline(payment, "insufficient_funds");
      await pair.demandMoved(before, 0, "after a repeated decline");
      // The decline was the key's, not for want of money.
      await pair.pay(whole);
      await pair.giveBack(whole);
    },
  },
  {
    id: "key.decline-other-request",
    text: "Another request under the key of a decline gets 409",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const { wallet } = await pair.holdings();
      const payment = pair.payment(wallet + 1);
      await ledger.decline(payment, "insufficient_funds");
      const { status } = await ledger.send(altered(payment, { amount: pair.payment(100).body.amount }));
      demand(status === 409, "409 with another amount", status);
    },
  },
];

/** Leaves out those whose response leaves the result unknown. */
async function decideAtOnce(ledger: LedgerUnderTest, transfers: Transfer[]): Promise<Decision[]> {
  const replies = await Promise.all(transfers.map((transfer) => ledger.send(transfer)));
  return replies.filter(({ status }) => !isTemporary(status)).map(decisionOf);
}

function idOf(decision: Decision): string[] {
  return decision.outcome === "accepted" ? [decision.transaction.transaction_id] : [`a ${decision.reason}`];
}
