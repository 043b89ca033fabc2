import { describe, expect, it } from "vitest";
import type { TransferKind } from "../../src/domain/ledger.ts";
import { findRefusal, isPairAllowed, mayBeNegative } from "../../src/ledger/rules.ts";

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

  it.each<[kind: TransferKind, from: string, to: string, required: string]>([
    ["payment", "wallet", "merchant", "wallet"],
    ["refund", "merchant", "wallet", "wallet"],
    ["top_up", "float", "wallet", "wallet"],
    ["pay_out", "wallet", "float", "wallet"],
    ["adjustment", "float", "merchant", "merchant"],
    ["adjustment", "merchant", "float", "merchant"],
  ])(
    "decline a %s from %s to %s without an account %s, or in another currency",
    (kind, from, to, required) => {
      const transfer = { transactionType: kind, fromAccountId: from, toAccountId: to, currency: "USD" };
      const known = (currency: string | null) => [
        { id: required, currency },
        { id: "float", currency: null },
      ];
      expect(findRefusal(transfer, known("USD").slice(1))).toBe("account_not_found");
      expect(findRefusal(transfer, known("EUR"))).toBe("currency_mismatch");
      expect(findRefusal(transfer, known(required === "merchant" ? null : "USD"))).toBe(null);
    },
  );
});
