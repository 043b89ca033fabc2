// What `npm run test:wallet` says of wallets: of the reference wallet, and of one with each mistake. Over HTTP on loopback.
import { afterAll, describe, expect, it } from "vitest";
import { serve } from "#scripts/serve.ts";
import { checkConformance, lineOf } from "./conformance.ts";
import { WALLET_CASES } from "./wallet/cases.ts";
import { FakeService } from "./wallet/fake-service.ts";
import { MISTAKES, type Mistake, ReferenceWallet } from "./wallet/reference-wallet.ts";
import { WalletUnderTest } from "./wallet/wallet-under-test.ts";

const WAIT_MS = 300;
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

async function check(mistake: Mistake | null): Promise<string[]> {
  const service = new FakeService();
  const [served, hook] = [await serve(service.respond), await serve(new ReferenceWallet(mistake).respond)];
  ends.push(served.close, hook.close);
  const scene = { wallet: new WalletUnderTest(hook.url, WAIT_MS), service, serviceUrl: served.url };
  const outcomes = await checkConformance(scene, () => undefined, WALLET_CASES);
  return outcomes.filter(({ result }) => result !== "passed").map(lineOf);
}

describe.concurrent("the conformance suite for wallets", () => {
  it("has ten cases, and finds no fault with the reference wallet", async () => {
    expect(WALLET_CASES.map(({ id }) => id)).toEqual(Object.values(MISTAKES));
    expect(await check(null)).toEqual([]);
  });

  it.each(Object.entries(MISTAKES))("notices a wallet that %s, by %s", async (mistake, id) => {
    const lines = await check(mistake as Mistake);
    expect(lines.map((line) => line.split(/ +/)[1])).toContain(id);
  });

  it("skips what needs events where the wallet takes none", async () => {
    const service = new FakeService();
    service.sendEventsTo(null);
    await expect(service.push(service.events.requested(service.request()))).rejects.toThrow(
      "takes no events",
    );
  });
});
