import { demand, demandEqual, Skipped } from "../demand.ts";
import type { Requirement } from "../requirement.ts";
import { demandTransactionOf } from "../transfers.ts";

export const PAYMENTS: Requirement[] = [
  {
    id: "payment.moves",
    text: "A payment is accepted as it was requested, and moves its amount from the wallet to the merchant",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(1250);
      const before = await pair.holdings();
      const payment = pair.payment(1250);
      const accepted = await ledger.accept(payment);
      demandTransactionOf(payment, accepted);
      const { status } = await ledger.settled(accepted);
      demandEqual(status, "completed", "status");
      await pair.demandMoved(before, 1250);
    },
  },
  {
    id: "payment.metadata",
    text: "Metadata comes back as it was sent",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const payment = pair.payment(100);
      const { metadata } = await ledger.accept(payment);
      if (metadata === null || metadata === undefined)
        throw new Skipped(
          "the ledger returns no metadata, which is allowed; reconciliation and look-ups by key then find nothing",
        );
      for (const [name, value] of Object.entries(payment.body.metadata))
        demand(metadata[name] === value, `${name} ${value} in metadata`, metadata);
    },
  },
];
