import { afterEach, describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { floatDifference, type LedgerTransfer } from "#core/domain/ledger.ts";
import { err } from "#core/domain/result.ts";
import {
  clientOf,
  findImbalances,
  payment,
  refund,
  returning,
  startLedger,
  TRANSACTION,
} from "../support/embedded-ledger.ts";
import { muteLog } from "../support/faults.ts";

afterEach(async () => expect(await findImbalances()).toEqual([]));

async function totals(ledger: ReturnType<typeof startLedger>, currency: string) {
  const { body } = await ledger.call("GET", "/v1/totals");
  return (body as unknown as { totals: { currency: string }[] }).totals.find(
    (total) => total.currency === currency,
  );
}

describe("movements", () => {
  it.each([
    ["top_up", "wallet", "float"],
    ["pay_out", "float", "wallet"],
    ["payment", "wallet", "float"],
    ["refund", "float", "wallet"],
  ])("refuse a %s from the %s to the %s", async (transaction_type, from, to) => {
    expect(await startLedger().post({ ...payment(from, to, "1.00"), transaction_type })).toEqual({
      status: 400,
      body: {
        error: "invalid_request",
        details: [{ field: "transaction_type", message: expect.any(String) }],
      },
    });
  });
});

describe("GET /v1/totals", () => {
  it("has what is owed, and who holds it, in each currency", async () => {
    const ledger = startLedger();
    const [wallet, merchant] = [await ledger.openWallet("100.000", "BHD"), crypto.randomUUID()];
    await ledger.post(payment(wallet, merchant, "30.000", "BHD"));
    await ledger.post(refund(merchant, wallet, "10.500", "BHD"));
    const held = { wallets: "70.000", merchants: "19.500", in_flight: "10.500" };
    expect(await totals(ledger, "BHD")).toEqual({ currency: "BHD", float: "100.000", ...held });
  });
});

describe("a movement whose key the ledger has for a transaction", () => {
  const topUp: LedgerTransfer = {
    ...{ kind: "top_up", key: "top_up:m-1", movementId: "m-1", description: "" },
    ...{ fromAccountId: "float", toAccountId: "wallet-1", amountMinor: 1250, currency: "USD" },
  };
  const under = {
    ...TRANSACTION,
    transaction_type: "top_up",
    from_account_id: "float",
    to_account_id: "wallet-1",
  };

  it.each([
    ["settled", {}],
    ["unknown", { amount: "12.51" }],
    ["unknown", { currency: "EUR" }],
    ["unknown", { to_account_id: "wallet-2" }],
    ["unknown", { from_account_id: "wallet-1", to_account_id: "float" }],
  ])("is %s when it differs by %j", async (outcome, change) => {
    muteLog();
    const ledger = clientOf(async () => Response.json({ ...under, ...change }));
    expect(await ledger.transfer(topUp)).toMatchObject({ outcome });
  });
});

describe("the totals of a ledger", () => {
  const sums = {
    float: "900719925474.0993",
    wallets: "900719925474.0993",
    merchants: "0",
    in_flight: "0.00",
  };
  const minor = { floatMinor: 2n ** 53n + 1n, walletsMinor: 2n ** 53n + 1n, merchantsMinor: 0n };

  it.each([
    ["that are not exact in it", "JPY", { float: "1.5", wallets: "1.5" }],
    ["in a currency that this service does not know", "XQQ", { float: "1.50" }],
    [
      "that are no decimal text",
      "USD",
      { float: "9.2e18", wallets: null, merchants: 12, in_flight: undefined },
    ],
  ])("are not known %s, and exact in the others", async (_, currency, change) => {
    const other = { wallets: "1", merchants: "1", in_flight: "1", ...change };
    const totals = [
      { currency, ...other },
      { currency: "CLF", ...sums },
    ];
    const found = await returning(200, { totals }).findTotals();
    expect(found).toMatchObject({
      value: [
        { currency, floatMinor: null },
        { currency: "CLF", ...minor, inFlightMinor: 0n },
      ],
    });
    expect(found.ok && found.value.map(floatDifference)).toEqual([null, 0n]);
  });
});

describe("a ledger that does not add up its accounts", () => {
  it.each([404, 405, 501])("has no totals: %d", async (status) => {
    expect(await returning(status, {}).findTotals()).toEqual(err("unsupported"));
  });

  it.each([400, 500])("is not taken for one that does not respond as expected: %d", async (status) => {
    await expect(returning(status, {}).findTotals()).rejects.toThrow(DependencyError);
  });
});
