// A wallet that cannot pay keeps neither those who can from paying nor the merchant from cancelling.
import { describe, expect } from "vitest";
import { approve, reject, setUpApproval } from "../../support/approvals.ts";
import { moveClock, SECOND, useStoppedClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { cancel, confirm, makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { setLedgerBalance } from "../../support/settlement.ts";

useMutedLog();
useStoppedClock();

type Response = Awaited<ReturnType<typeof confirm>>;

function expectToWait(response: Response, seconds: number): void {
  const message =
    "the ledger has declined this wallet's payment; try again later, or at once with enough money";
  expectFailure(response, 429, "declined_recently", message);
  expect(response.headers.get("Retry-After")).toBe(String(seconds));
}

describe("POST /wallet/api/v1/payment-intents/{intentID}/confirm", () => {
  it("returns 429 after a decline, with a wait that doubles with each", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const wallet = await makeWallet({ balance: 12.49 });
    for (const seconds of [1, 2, 4]) {
      expectFailure(await confirm(wallet, id), 402, "insufficient_funds", "Insufficient funds");
      expectToWait(await confirm(wallet, id), seconds);
      moveClock(seconds * SECOND - 1);
      expectToWait(await confirm(wallet, id), 1);
      moveClock(1);
    }
  });

  it("lets the wallet pay at once when its balance covers the amount, and not before", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const wallet = await makeWallet({ balance: 0 });
    await confirm(wallet, id);
    await setLedgerBalance(wallet.id, 12_49);
    expectToWait(await confirm(wallet, id), 1);
    await setLedgerBalance(wallet.id, 12_50);
    expect((await confirm(wallet, id)).status).toBe(200);
  });

  it("returns 429 also after a decline for the currency, whatever the wallet has of another", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const euros = await makeWallet({ currency: "EUR" });
    expect((await confirm(euros, id)).body.code).toBe("currency_mismatch");
    expectToWait(await confirm(euros, id), 1);
  });

  it("lets the wallet pay another intent at once", async ({ merchant }) => {
    const wallet = await makeWallet({ balance: 5 });
    await confirm(wallet, (await makeIntent(merchant)).id);
    const cheaper = await makeIntent(merchant, { amount: 5 });
    expect((await confirm(wallet, cheaper.id)).status).toBe(200);
  });

  it("says first that the intent is not payable any more", async ({ merchant }) => {
    const poor = await makeWallet({ balance: 0 });
    const [paid, cancelled] = [await makeIntent(merchant), await makeIntent(merchant)];
    for (const { id } of [paid, cancelled]) await confirm(poor, id);
    await confirm(await makeWallet(), paid.id);
    await cancel(merchant, cancelled.id);
    expect((await confirm(poor, paid.id)).body.code).toBe("already_paid");
    expect((await confirm(poor, cancelled.id)).body.code).toBe("already_cancelled");
  });
});

describe("POST /wallet/api/v1/payment-intents/{intentID}/approve", () => {
  it("returns 429 after a decline; the customer can still reject", async () => {
    const { wallet, intent } = await setUpApproval({ balance: 0 });
    expect((await approve(wallet, intent.id)).status).toBe(402);
    expectToWait(await approve(wallet, intent.id), 1);
    expect((await reject(wallet, intent.id)).status).toBe(200);
  });
});
