// DECLINE_REASONS: the words in which the ledger says why it has declined a transfer.
import { expect, it } from "vitest";
import { readDecline } from "../../../src/wire/payment-intents/ledger.ts";

it.each(["insufficient_funds", "account_not_found", "currency_mismatch"])(
  "the ledger's %s is a decline for that reason",
  (reason) => {
    expect(readDecline({ error: reason })).toEqual({ outcome: "declined", reason });
  },
);

it.each(["not_executed", "", "rate_limited"])("the error %j is no decline", (error) => {
  expect(readDecline({ error })).toBeNull();
});
