import { demand } from "../demand.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";

/** A ledger that keeps doubles shows it: the first eleven do not add up. */
const TENTHS = [...Array<number>(10).fill(10), 7, 1, 29];
/** More than 32 bits, and the most that the service sends. */
const LARGEST_MINOR = 99_999_999_999;

export const AMOUNTS: Requirement[] = [
  {
    id: "amount.exact",
    text: "Balances are exact decimal text after many small amounts",
    async check({ accounts }) {
      const pair = await accounts.pair(500);
      const before = await pair.holdings();
      let paid = 0;
      for (const amount of TENTHS) {
        await pair.pay(amount);
        paid += amount;
        await pair.demandMoved(before, paid);
      }
    },
  },
  {
    id: "amount.currencies",
    text: "Currencies without decimals and with three keep their own",
    async check(scene) {
      await payIn(scene, "JPY", 1250, 500);
      await payIn(scene, "KWD", 12_345, 1_234);
    },
  },
  {
    id: "amount.largest",
    text: "999999999.99 is paid to the cent",
    async check(scene) {
      await payIn(scene, "USD", LARGEST_MINOR, LARGEST_MINOR);
    },
  },
];

async function payIn({ accounts }: Scene, currency: string, held: number, paid: number): Promise<void> {
  const pair = await accounts.pairIn(currency, held);
  const before = await pair.holdings();
  demand(before.wallet === held, `${held} minor units of ${currency} in a wallet opened with them`, before);
  await pair.pay(paid);
  await pair.demandMoved(before, paid);
}
