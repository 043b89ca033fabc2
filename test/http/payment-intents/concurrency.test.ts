// Concurrent requests take effect once.
import { describe, expect } from "vitest";
import type { ApiResponse } from "../../support/api.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel, confirm, makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeWallet, readBalances, type TestWallet } from "../../support/parties.ts";

const ROUNDS = 6;

function makeWallets(count: number): Promise<TestWallet[]> {
  return Promise.all(Array.from({ length: count }, () => makeWallet()));
}

/** How many responses had each status. */
function tally(responses: ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function typesOf(intentId: string): Promise<string[]> {
  return (await eventsOf(intentId)).map(({ type }) => type);
}

describe("one wallet confirming more intents than it can pay", () => {
  it("pays only as many as it has money for", async ({ merchant }) => {
    const wallet = await makeWallet({ balance: 30 });
    const intents = await Promise.all([1, 2, 3, 4, 5].map(() => makeIntent(merchant)));
    const responses = await Promise.all(intents.map(({ id }) => confirm(wallet, id)));
    expect(tally(responses)).toEqual({ 200: 2, 402: 3 });
    expect(await readBalances(wallet)).toEqual(["5.00 USD"]);
    expect(await listTransactions(merchant)).toHaveLength(2);
  });
});

describe("a cancel and a confirm at the same time", () => {
  it("never both happen", async ({ merchant }) => {
    const wallets = await makeWallets(ROUNDS);
    let paid = 0;
    for (const [round, wallet] of wallets.entries()) {
      const { id } = await makeIntent(merchant);
      const calls = [() => cancel(merchant, id), () => confirm(wallet, id)];
      if (round % 2 === 1) calls.reverse();
      const responses = await Promise.all(calls.map((start) => start()));
      if (round % 2 === 1) responses.reverse();
      const [cancelled, confirmed] = responses.map(({ status }) => status);
      const isPaid = confirmed === 200;
      expect([cancelled, confirmed]).toEqual(isPaid ? [400, 200] : [200, 409]);
      expect((await readIntent(merchant, id)).body.payment_intent.status).toBe(
        isPaid ? "completed" : "cancelled",
      );
      expect(await typesOf(id)).toEqual([isPaid ? "payment.completed" : "payment.cancelled"]);
      expect(await readBalances(wallet)).toEqual([isPaid ? "87.50 USD" : "100.00 USD"]);
      if (isPaid) paid++;
    }
    expect(await listTransactions(merchant, "?limit=100")).toHaveLength(paid);
  });
});
