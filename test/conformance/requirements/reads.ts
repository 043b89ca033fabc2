import { demand, demandEqual, Unmet } from "../demand.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";
import { demandTransactionOf } from "../transfers.ts";

export const READS: Requirement[] = [
  {
    id: "read.by-id",
    text: "A transaction can be read by its id, as it was accepted",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      const payments = [pair.payment(100), pair.payment(200)];
      const ids: string[] = [];
      for (const payment of payments) ids.push((await ledger.accept(payment)).transaction_id);
      for (const [index, payment] of payments.entries()) {
        const found = await ledger.find(ids[index] ?? "");
        demandEqual(found.transaction_id, ids[index], "transaction_id");
        demandTransactionOf(payment, found);
      }
    },
  },
  {
    id: "read.unknown",
    text: "An unknown transaction and an unknown account get 404",
    async check({ ledger }) {
      for (const kind of ["transactions", "accounts"]) {
        const { status } = await ledger.call("GET", `/v1/${kind}/${crypto.randomUUID()}`);
        demand(status === 404, `404 for an unknown id in /v1/${kind}`, status);
      }
    },
  },
  {
    id: "read.by-key",
    text: "The look-up by key finds the transaction under this key, and none under another",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const payment = pair.payment(100);
      const { transaction_id } = await ledger.accept(payment);
      const found = await ledger.findByKey(payment.key);
      demand(found.length === 1, "one transaction", found);
      demandEqual(found[0]?.transaction_id, transaction_id, "transaction_id");
      demandEqual(found[0]?.metadata?.operation_key, payment.key, "metadata.operation_key");
      const none = await ledger.findByKey(pair.payment(100).key);
      demand(none.length === 0, "no transaction under an unused key", none);
    },
  },
  {
    id: "read.decline-by-key",
    text: "The look-up by key finds a decline, as failed with its reason",
    async check(scene: Scene) {
      const { ledger, accounts } = scene;
      const pair = await accounts.pair(100);
      const { wallet } = await pair.holdings();
      const payment = pair.payment(wallet + 1);
      await ledger.decline(payment, "insufficient_funds");
      const [found] = await ledger.findByKey(payment.key);
      if (found === undefined) throw new Unmet("the declined transaction", "an empty list");
      demandEqual(found.status, "failed", "status");
      demandEqual(found.failure_reason, "insufficient_funds", "failure_reason");
    },
  },
];
