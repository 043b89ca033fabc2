import fc from "fast-check";
import { describe, expect, inject, it, vi } from "vitest";
import { settleDue } from "../../src/ledger/settle.ts";
import { db, findImbalances, payment, refund, startLedger } from "../support/embedded-ledger.ts";

const CURRENCIES = ["USD", "JPY", "KWD"];
const DECIMALS = [2, 0, 3];

/** Few accounts, amounts near their balances, and passing time, so that settled, pending and declined all occur. */
const operation = fc.record({
  kind: fc.constantFrom("payment", "payment", "refund", "wait", "transfer"),
  wallet: fc.nat(5),
  merchant: fc.nat(1),
  currency: fc.nat(2),
  units: fc.integer({ min: 1, max: 60 }),
  count: fc.constantFrom(1, 1, 3),
});

const IS_LONG = inject("longTests");
if (IS_LONG) vi.setConfig({ testTimeout: 180_000 });

describe("double entry", () => {
  it("adds up to zero, per transaction and per currency, after any operations in any order", async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 30 }), async (operations) => {
        const ledger = startLedger();
        const merchants = [crypto.randomUUID(), crypto.randomUUID()];
        const wallets = await Promise.all(
          Array.from({ length: 6 }, (_, index) => ledger.openWallet("100", CURRENCIES[index % 3])),
        );
        for (const { kind, wallet, merchant, currency, units, count } of operations) {
          const [walletId = "", merchantId = ""] = [wallets[wallet], merchants[merchant]];
          const decimals = DECIMALS[currency] ?? 0;
          const amount = decimals === 0 ? String(units) : `${units}.${"7".repeat(decimals)}`;
          const code = CURRENCIES[currency];
          ledger.clock.now += 700;
          if (kind === "wait") {
            await Promise.all([settleDue(db, ledger.clock.now), settleDue(db, ledger.clock.now)]);
            continue;
          }
          const request = {
            payment: payment(walletId, merchantId, amount, code),
            refund: refund(merchantId, walletId, amount, code),
            transfer: payment(walletId, wallets[(wallet + 3) % 6] ?? "", amount, code),
          }[kind];
          const responses = await Promise.all(Array.from({ length: count }, () => ledger.post(request)));
          for (const { status, body } of responses) {
            outcomes.add(status === 422 ? String(Object.values(body)) : `${kind} ${body.status}`);
          }
          expect(await findImbalances()).toEqual([]);
        }
        await settleDue(db, ledger.clock.now + 2000, 1000);
        expect(await findImbalances()).toEqual([]);
      }),
      { numRuns: IS_LONG ? 60 : 4, seed: 20261121, endOnFailure: true },
    );
    expect([...outcomes].sort()).toEqual([
      "currency_mismatch",
      "insufficient_funds",
      "payment completed",
      "refund pending",
      "transfer completed",
    ]);
  });
});
