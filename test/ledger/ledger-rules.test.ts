import { describe, expect, it } from "vitest";
import type { TransferKind } from "#core/domain/ledger.ts";
import { isPairAllowed, mayBeNegative } from "#core/ledger/rules.ts";
import { payment, startLedger } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";

useMutedLog();

/** Which pairs a kind goes between, of all there are. */
const PAIRS: Record<TransferKind, string[]> = {
  payment: ["owner other"],
  refund: ["owner other"],
  top_up: ["float owner"],
  pay_out: ["owner float"],
  adjustment: ["owner float", "float owner"],
};
const ACCOUNTS = ["owner", "other", "float", "system:clearing"];

describe("the ledger's rules", () => {
  it.each(Object.keys(PAIRS) as TransferKind[])("let a %s go between these accounts only", (kind) => {
    const allowed = ACCOUNTS.flatMap((from) =>
      ACCOUNTS.filter((to) =>
        isPairAllowed({ transactionType: kind, fromAccountId: from, toAccountId: to }),
      ).map((to) => `${from} ${to}`),
    );
    const mirrored = PAIRS[kind].flatMap((pair) => [
      pair,
      pair.replace("other", "x").replace("owner", "other").replace("x", "owner"),
    ]);
    expect(allowed.sort()).toEqual([...new Set(mirrored)].sort());
  });

  it("let only the float be below zero", () => {
    expect(ACCOUNTS.filter(mayBeNegative)).toEqual(["float"]);
  });

  it.each<[kind: TransferKind, from: string, to: string, required: string, inEuros: unknown]>([
    ["payment", "wallet", "merchant", "wallet", "currency_mismatch"],
    ["refund", "merchant", "wallet", "wallet", "currency_mismatch"],
    ["top_up", "float", "wallet", "wallet", "currency_mismatch"],
    ["pay_out", "wallet", "float", "wallet", "currency_mismatch"],
    ["adjustment", "float", "merchant", "merchant", undefined],
    ["adjustment", "merchant", "float", "merchant", "insufficient_funds"],
  ])(
    "decline a %s from %s to %s without an account %s, or in another currency",
    async (kind, from, to, required, inEuros) => {
      const ledger = startLedger();
      const parties = { float: "float", wallet: await ledger.openWallet(), merchant: crypto.randomUUID() };
      await ledger.post(payment(parties.wallet, parties.merchant, "5.00"));
      const refusalOf = async (change: Record<string, string>, amount: string, currency: string) => {
        const { [from]: payer = "", [to]: payee = "" }: Record<string, string> = { ...parties, ...change };
        const transfer = { ...payment(payer, payee, amount, currency), transaction_type: kind };
        return ((await ledger.post(transfer)).body as { error?: string }).error;
      };
      const unknown = { [required]: crypto.randomUUID() };
      expect(await refusalOf(unknown, "1.00", "USD")).toBe("account_not_found");
      expect(await refusalOf({}, "1.00", "EUR")).toBe(inEuros);
      expect(await refusalOf({}, "1.00", "USD")).toBe(undefined);
      if (from !== "float") expect(await refusalOf({}, "900.00", "USD")).toBe("insufficient_funds");
    },
  );

  it("look for accounts first, then at currencies, then at the balance", async () => {
    const ledger = startLedger();
    const [poor, other] = [await ledger.openWallet("0"), await ledger.openWallet("0", "EUR")];
    const refusalOf = async (from: string, to: string) => (await ledger.post(payment(from, to, "1.00"))).body;
    expect(await refusalOf(crypto.randomUUID(), other)).toEqual({ error: "account_not_found" });
    expect(await refusalOf(poor, other)).toEqual({ error: "currency_mismatch" });
    const merchant = crypto.randomUUID();
    expect(await refusalOf(poor, merchant)).toEqual({ error: "insufficient_funds" });
    // A decline opens nothing.
    expect((await ledger.call("GET", `/v1/accounts/${merchant}`)).status).toBe(404);
  });
});
