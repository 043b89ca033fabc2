// An empty wallet confirms in a loop, to keep those who can pay from paying and the merchant from cancelling.
import { describe, expect, it } from "vitest";
import { cancel, confirm, makeIntent } from "../support/intents.ts";
import { makeMerchant, makeWallet, readBalances, type TestWallet } from "../support/parties.ts";

const ROUNDS = 10;
const SUCCESSES_MIN = 9;
const LOOPS = 3;
const PRICE = 5;

/** Resolves once the ledger has declined the first payment. `end` returns all statuses. */
async function startLoop(id: string, wallet: TestWallet) {
  const statuses = [(await confirm(wallet, id)).status];
  let isOver = false;
  const loop = async () => {
    while (!isOver) statuses.push((await confirm(wallet, id)).status);
  };
  const running = Promise.all(Array.from({ length: LOOPS }, loop));
  return {
    end: async () => {
      isOver = true;
      await running;
      return statuses;
    },
  };
}

describe("grief by an empty wallet", () => {
  it("hinders neither the customer who pays nor the merchant who cancels", { timeout: 120_000 }, async () => {
    const shop = await makeMerchant();
    const { token } = shop;
    const empty = await makeWallet({ balance: 0, token });
    const payer = await makeWallet({ balance: ROUNDS * PRICE, token });
    for (const act of [(id: string) => confirm(payer, id), (id: string) => cancel(shop, id)]) {
      let succeeded = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id } = await makeIntent(shop, { amount: PRICE });
        const loop = await startLoop(id, empty);
        if ((await act(id)).status === 200) succeeded += 1;
        expect(await loop.end()).not.toContain(200);
      }
      expect(succeeded).toBeGreaterThanOrEqual(SUCCESSES_MIN);
    }
    expect(Number.parseFloat((await readBalances(payer))[0] ?? "")).toBeGreaterThanOrEqual(0);
  });
});
