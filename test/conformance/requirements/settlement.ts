import { demand, demandEqual, Skipped } from "../demand.ts";
import type { Pair } from "../pair.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";
import { demandTransactionOf } from "../transfers.ts";

export const SETTLEMENT: Requirement[] = [
  {
    id: "refund.held",
    text: "An accepted refund has left the merchant's balance at once",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      await pair.pay(100);
      const before = await pair.holdings();
      const accepted = await ledger.accept(pair.refund(100));
      const { merchant } = await pair.holdings();
      demandEqual(merchant, before.merchant - 100, "the merchant's balance in minor units,");
      await ledger.settled(accepted);
    },
  },
  {
    id: "refund.moves",
    text: "A refund settles, and moves its amount from the merchant to the wallet",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      await pair.pay(100);
      const before = await pair.holdings();
      const refund = pair.refund(100);
      const accepted = await ledger.accept(refund);
      demandTransactionOf(refund, accepted);
      const { status } = await ledger.settled(accepted);
      demandEqual(status, "completed", "status");
      await pair.demandMoved(before, -100);
    },
  },
  {
    id: "settle.later",
    text: "A pending transaction ends as completed under its own id, with completed_at",
    async check(scene) {
      const { settled, id } = await settlePending(scene);
      demandEqual(settled.transaction_id, id, "transaction_id");
      demandEqual(settled.status, "completed", "status");
      demand(typeof settled.completed_at === "string", "completed_at of a settled transaction", settled);
      const isLater = Date.parse(settled.completed_at) >= Date.parse(settled.created_at);
      demand(isLater, "completed_at not before created_at", settled);
    },
  },
  {
    id: "settle.once",
    text: "A settled transaction moves nothing more, however often it is read or requested again",
    async check(scene) {
      const { pair, refund, settled } = await settlePending(scene);
      const before = await pair.holdings();
      for (let repeat = 1; repeat <= 3; repeat++) {
        const read = await scene.ledger.find(settled.transaction_id);
        demandEqual(read.status, "completed", "status");
        const again = await scene.ledger.accept(refund);
        demandEqual(again.transaction_id, settled.transaction_id, "transaction_id");
      }
      await pair.demandMoved(before, 0, "after it has settled");
    },
  },
];

/** A refund that was pending. Skipped where refunds settle at once. */
async function settlePending({ ledger, accounts }: Scene) {
  const pair: Pair = await accounts.pair(100);
  await pair.pay(100);
  const refund = pair.refund(100);
  const accepted = await ledger.accept(refund);
  const settled = await ledger.settled(accepted);
  if (accepted.status !== "pending") throw new Skipped("this ledger settles refunds at once");
  return { pair, refund, settled, id: accepted.transaction_id };
}
