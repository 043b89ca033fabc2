import { demand } from "../demand.ts";
import { decisionOf } from "../ledger-under-test.ts";
import type { Requirement } from "../requirement.ts";

/** How many of the parallel payments of one wallet its balance covers. */
const COVERED = 4;
const WANTED = 8;

export const DECLINES: Requirement[] = [
  {
    id: "decline.insufficient-funds",
    text: "A payment of more than the wallet holds is declined, and moves nothing",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const before = await pair.holdings();
      await ledger.decline(pair.payment(before.wallet + 1), "insufficient_funds");
      await pair.demandMoved(before, 0, "after a decline");
    },
  },
  {
    id: "decline.exact-balance",
    text: "A wallet can pay all that it holds, and nothing more",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(500);
      const { wallet } = await pair.holdings();
      await pair.pay(wallet);
      await ledger.decline(pair.payment(1), "insufficient_funds");
      await pair.giveBack(wallet);
    },
  },
  {
    id: "decline.parallel",
    text: `Of ${WANTED} payments at the same time, a wallet that covers ${COVERED} makes ${COVERED}`,
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(4000);
      const before = await pair.holdings();
      const amount = Math.floor(before.wallet / COVERED);
      const payments = Array.from({ length: WANTED }, () => pair.payment(amount));
      const replies = await Promise.all(payments.map((payment) => ledger.sendUntilKnown(payment)));
      const decisions = replies.map(decisionOf);
      const accepted = decisions.flatMap((each) => (each.outcome === "accepted" ? [each.transaction] : []));
      for (const transaction of accepted) await ledger.settled(transaction);
      const spent = { accepted: accepted.length, left: (await pair.holdings()).wallet };
      demand(
        accepted.length === COVERED && spent.left === before.wallet - COVERED * amount,
        `${COVERED} accepted and ${before.wallet - COVERED * amount} minor units left`,
        spent,
      );
      await pair.giveBack(COVERED * amount);
    },
  },
  {
    id: "decline.unknown-wallet",
    text: "A payment from an unknown wallet is declined: account_not_found",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const before = await pair.holdings();
      const payment = pair.payment(100, { from_account_id: crypto.randomUUID() });
      await ledger.decline(payment, "account_not_found");
      await pair.demandMoved(before, 0, "after a decline");
    },
  },
  {
    id: "decline.unknown-payee",
    text: "A refund to an unknown wallet is declined, and leaves the merchant's balance",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      await pair.pay(100);
      const before = await pair.holdings();
      await ledger.decline(pair.refund(100, { to_account_id: crypto.randomUUID() }), "account_not_found");
      await pair.demandMoved(before, 0, "after a decline");
      await pair.giveBack(100);
    },
  },
  {
    id: "decline.refund-not-covered",
    text: "A refund of more than the merchant holds is declined",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const before = await pair.holdings();
      await ledger.decline(pair.refund(before.merchant + 1), "insufficient_funds");
      await pair.demandMoved(before, 0, "after a decline");
    },
  },
  {
    id: "decline.other-currency",
    text: "A wallet does not pay in a currency that it does not hold",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100);
      const before = await pair.holdings();
      const currency = pair.currency === "EUR" ? "USD" : "EUR";
      await ledger.decline(
        pair.payment(100, { currency, amount: "1.00" }),
        "currency_mismatch",
        "insufficient_funds",
      );
      await pair.demandMoved(before, 0, "after a decline");
    },
  },
];
