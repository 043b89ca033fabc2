// What an object remembers of a wallet whose payment the ledger has declined.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { AccountBalance, Ledger } from "#core/domain/ports/ledger.ts";
import { LedgerCalls } from "#core/durable/ledger-calls.ts";
import { anIntent, OTHER_WALLET, WALLET } from "../../support/intent.ts";
import { confirm, decideInTurn, IN_TIME, refund } from "../../support/intent-commands.ts";
import { declined, result, settled } from "../../support/ledger-results.ts";

const paying = decideInTurn(anIntent(), [confirm]).intent;
const refunding = decideInTurn(paying, [result("payment:1", settled)], [refund]).intent;
const notExecuted = { outcome: "declined", reason: "not_executed" } as const;

function callsAfter(intent: PaymentIntent, command: IntentCommand): LedgerCalls {
  const calls = new LedgerCalls({} as Ledger, [env.MASTER_KEY]);
  calls.noteDecline(command, intent, decide(intent, command, IN_TIME).intent, IN_TIME);
  return calls;
}

describe("a wallet has to wait", () => {
  it("after the ledger has declined its payment", () => {
    const calls = callsAfter(paying, result("payment:1", declined));
    const decline = { reason: "insufficient_funds", waitMs: expect.any(Number) };
    expect(calls.recentDecline(WALLET, IN_TIME)).toEqual(decline);
    expect(calls.recentDecline(OTHER_WALLET, IN_TIME)).toBeNull();
  });

  it.each([
    ["a payment that settled", paying, result("payment:1", settled)],
    ["a payment that an operator has ended", paying, result("payment:1", notExecuted)],
    ["a refund that was declined", refunding, result("refund:1", declined)],
  ])("not after %s", (_, intent, command) => {
    expect(callsAfter(intent, command).recentDecline(WALLET, IN_TIME)).toBeNull();
  });
});

describe("a wallet can pay", () => {
  const canPay = (findBalances: Ledger["findBalances"]) =>
    new LedgerCalls({ findBalances } as Partial<Ledger> as Ledger, [env.MASTER_KEY]).canPay(
      WALLET,
      anIntent(),
    );

  it.each<[name: string, balances: AccountBalance[] | null, expected: boolean]>([
    ["with exactly the amount", [{ currency: "USD", amountMinor: 1250n }], true],
    ["with less than the amount", [{ currency: "USD", amountMinor: 1249n }], false],
    ["with as much in another currency", [{ currency: "EUR", amountMinor: 5000n }], false],
    [
      "with the amount in one of its currencies",
      [
        { currency: "EUR", amountMinor: 0n },
        { currency: "USD", amountMinor: 1251n },
      ],
      true,
    ],
    ["without an account", null, false],
  ])("%s: %#", async (_, balances, expected) => {
    const findBalances = vi.fn(async () => balances);
    expect(await canPay(findBalances)).toBe(expected);
    expect(findBalances).toHaveBeenCalledExactlyOnceWith(WALLET);
  });

  it("only if the ledger says so; otherwise there is a line in the log", async () => {
    const lines = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const failing = async () => {
      throw new Error("it is down");
    };
    expect(await canPay(failing)).toBe(false);
    const line = lines.mock.lastCall?.[0];
    expect(JSON.parse(line)).toMatchObject({
      event: "wallet_balance_unknown",
      wallet_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(line).not.toContain(WALLET);
  });
});
