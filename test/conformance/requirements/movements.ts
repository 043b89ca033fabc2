// What the float gives and takes. Each requirement takes back what it gave, so that the accounts hold what they held.

import { FLOAT_ACCOUNT_ID } from "#core/domain/ledger.ts";
import { demand, demandEqual, Skipped } from "../demand.ts";
import type { LedgerUnderTest } from "../ledger-under-test.ts";
import type { Pair } from "../pair.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";
import { altered, demandTransactionOf, newMovement, type Transfer } from "../transfers.ts";

const AMOUNT_MINOR = 300;
const PARALLEL = 6;

export const MOVEMENTS: Requirement[] = [
  {
    id: "movement.top-up",
    text: "A top-up is final at once, and moves its amount from the float to the wallet",
    async check(scene) {
      const { pair, before } = await start(scene);
      await complete(scene.ledger, topUp(pair));
      demandEqual((await pair.holdings()).wallet, before.wallet + AMOUNT_MINOR, "the wallet's balance");
      await complete(scene.ledger, payOut(pair));
    },
  },
  {
    id: "movement.pay-out",
    text: "A pay-out is final at once, and moves its amount from the wallet to the float",
    async check(scene) {
      const { pair, before } = await start(scene);
      await complete(scene.ledger, topUp(pair));
      await complete(scene.ledger, payOut(pair));
      await pair.demandMoved(before, 0, "after a top-up and a pay-out");
    },
  },
  {
    id: "movement.adjustment",
    text: "An adjustment moves its amount either way between the float and a wallet, or a merchant",
    async check(scene) {
      const { pair } = await start(scene);
      await pair.pay(100);
      for (const account of [pair.wallet, pair.merchant]) {
        const own = { account, amountMinor: AMOUNT_MINOR, currency: pair.currency };
        const balance = () => scene.ledger.balanceOf(account, pair.currency);
        const held = await balance();
        await complete(scene.ledger, newMovement("adjustment", "in", own));
        demandEqual(await balance(), held + AMOUNT_MINOR, `the balance of ${account} in minor units,`);
        await complete(scene.ledger, newMovement("adjustment", "out", own));
        demandEqual(await balance(), held, `the balance of ${account} in minor units,`);
      }
      await pair.giveBack(100);
    },
  },
  {
    id: "movement.key",
    text: `Of ${PARALLEL} equal top-ups under one key at the same time, and of those that follow, one moves money`,
    async check(scene) {
      const { pair, before } = await start(scene);
      const transfer = topUp(pair);
      const first = await complete(scene.ledger, transfer);
      const repeats = await Promise.all(
        Array.from({ length: PARALLEL }, () => scene.ledger.accept(transfer)),
      );
      const ids = new Set(repeats.map(({ transaction_id: id }) => id));
      demandEqual([...ids].join(", "), first.transaction_id, "transaction_id");
      demandEqual((await pair.holdings()).wallet, before.wallet + AMOUNT_MINOR, "the wallet's balance");
      const { status } = await scene.ledger.sendUntilKnown(altered(transfer, { amount: "1" }));
      demandEqual(status, 409, "the status of another top-up under the key");
      await complete(scene.ledger, payOut(pair));
    },
  },
  {
    id: "movement.declines",
    text: "A pay-out of more than the wallet holds, and a top-up of an unknown wallet, are declined for ever",
    async check(scene) {
      const { pair, before } = await start(scene);
      const { currency } = pair;
      const tooMuch = payOut(pair, before.wallet + 1);
      const nobody = { account: crypto.randomUUID(), amountMinor: AMOUNT_MINOR, currency };
      const unknown = newMovement("top_up", "in", nobody);
      await scene.ledger.decline(unknown, "account_not_found");
      await scene.ledger.decline(tooMuch, "insufficient_funds");
      await complete(scene.ledger, topUp(pair));
      await scene.ledger.decline(tooMuch, "insufficient_funds");
      await complete(scene.ledger, payOut(pair));
      await pair.demandMoved(before, 0, "after declines");
    },
  },
  {
    id: "movement.pairs",
    text: "Any other pair of accounts is 400, and moves nothing",
    async check(scene) {
      const { pair, before } = await start(scene);
      const { wallet, merchant } = pair;
      const wrong: Transfer[] = [
        altered(topUp(pair), { from_account_id: wallet, to_account_id: "float" }),
        altered(topUp(pair), { from_account_id: merchant }),
        altered(payOut(pair), { to_account_id: merchant }),
        altered(payOut(pair), { from_account_id: "float", to_account_id: wallet }),
        pair.payment(AMOUNT_MINOR, { from_account_id: "float" }),
        pair.refund(AMOUNT_MINOR, { from_account_id: "float" }),
        altered(topUp(pair), { transaction_type: "adjustment", from_account_id: merchant }),
      ];
      for (const transfer of wrong) {
        const { status, body } = await scene.ledger.sendUntilKnown(transfer);
        const { transaction_type: type, from_account_id: from, to_account_id: to } = transfer.body;
        demand(status === 400, `400 for a ${type} from ${from} to ${to}`, { status, body });
      }
      await pair.demandMoved(before, 0, "after requests that are refused");
    },
  },
  {
    id: "movement.history",
    text: "A movement is in the history of the wallet and of the float, newest first, with its movement_id",
    async check(scene) {
      const { pair } = await start(scene);
      const moved = [topUp(pair), payOut(pair)];
      for (const transfer of moved) await complete(scene.ledger, transfer);
      const expected: unknown[] = moved.map(({ body }) => body.metadata.movement_id).toReversed();
      for (const account of [pair.wallet, FLOAT_ACCOUNT_ID]) {
        // Others may use the float meanwhile.
        const { transactions } = await scene.ledger.page(account, 1, 100);
        const ids = transactions.map(({ metadata }) => metadata?.movement_id);
        const listed = ids.filter((id) => expected.includes(id));
        demandEqual(listed.join(), expected.join(), `the movements in the history of ${account}`);
      }
    },
  },
  {
    id: "totals.sum",
    text: "The float is what wallets and merchants hold and what is in flight, and grows by a top-up",
    async check(scene) {
      const { pair } = await start(scene);
      await pair.pay(100);
      const refund = await scene.ledger.accept(pair.refund(100));
      const before = await scene.ledger.totalsOf(pair.currency);
      await complete(scene.ledger, topUp(pair));
      const after = await scene.ledger.totalsOf(pair.currency);
      await complete(scene.ledger, payOut(pair));
      await scene.ledger.settled(refund);
      demandEqual(after.float, before.float + AMOUNT_MINOR, "the float in minor units,");
      for (const { float, wallets, merchants, in_flight } of [before, after])
        demandEqual(wallets + merchants + in_flight, float, "the sum of the others in minor units,");
    },
  },
];

/** Skipped where the ledger has no movements: then nothing can be topped up or paid out. */
async function start({
  ledger,
  accounts,
}: Scene): Promise<{ pair: Pair; before: { wallet: number; merchant: number } }> {
  const pair = await accounts.pair(1000);
  const { status } = await ledger.sendUntilKnown(topUp(pair));
  if (status === 400) throw new Skipped("this ledger has no top-ups");
  await complete(ledger, payOut(pair));
  return { pair, before: await pair.holdings() };
}

async function complete(ledger: LedgerUnderTest, transfer: Transfer) {
  const transaction = await ledger.accept(transfer);
  demandTransactionOf(transfer, transaction);
  demandEqual(transaction.status, "completed", "status");
  return transaction;
}

function topUp({ wallet, currency }: Pair): Transfer {
  return newMovement("top_up", "in", { account: wallet, amountMinor: AMOUNT_MINOR, currency });
}

function payOut({ wallet, currency }: Pair, amountMinor = AMOUNT_MINOR): Transfer {
  return newMovement("pay_out", "out", { account: wallet, amountMinor, currency });
}
