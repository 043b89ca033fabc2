// What administrators move by hand, on the embedded ledger.
import { describe, expect } from "vitest";
import type { TransferResult } from "#core/domain/ledger.ts";
import { startMovement } from "#parts/desk/services/movements.ts";
import { adminToken, call } from "../../../support/api.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { moveClock } from "../../../support/clock.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { readExport } from "../../../support/exports.ts";
import { failDatabase, LEDGER, repair, useMutedLog } from "../../../support/faults.ts";
import { expectReused } from "../../../support/idempotency.ts";
import { makePaidIntent } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { makeMerchant, makeWallet, readBalances } from "../../../support/parties.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../../support/paths.ts";
import { sharedRows } from "../../../support/rows.ts";
import { ACTOR, balanceOf } from "../../../support/seeds.ts";
import { aDraft, DECLINED, SETTLED, UNKNOWN, withLedger } from "../movements.ts";

useMutedLog();

const PLATFORM = `${MERCHANT_API}/admin`;

async function adjust(json: object, key: string | null = crypto.randomUUID()) {
  const headers: Record<string, string> = key === null ? {} : { "Idempotency-Key": key };
  const body = { direction: "credit", amount: 12.5, currency: "USD", reason: "Case 4711", ...json };
  return await call("POST", `${PLATFORM}/adjustments`, { token: await adminToken(), json: body, headers });
}

const read = async (path: string) => await call("GET", PLATFORM + path, { token: await adminToken() });

/** The float must be what is owed, whatever has happened. */
async function expectBalancedFloat(): Promise<void> {
  const { status, body } = await read("/float");
  expect(status).toBe(200);
  expect(body.float).not.toEqual([]);
  for (const { difference } of body.float) expect(Number(difference)).toBe(0);
}

describe("GET /merchant/api/v1/admin/float", () => {
  it("is exact beyond what a double counts, and one currency's fault is no other's", async () => {
    await sharedRows.run(`INSERT INTO ledger_totals VALUES ('CLF', 'float', -9007199254740995),
      ('CLF', 'wallets', 9007199254740993), ('UYW', 'float', -1e19), ('UYW', 'wallets', 1e19)`);
    const { status, body } = await read("/float");
    await sharedRows.run("DELETE FROM ledger_totals WHERE currency IN ('CLF', 'UYW')");

    expect(status).toBe(200);
    const none = { merchants: "0.0000", in_flight: "0.0000" };
    expect(body.float).toMatchObject([
      {
        ...{ currency: "CLF", float: "900719925474.0995", wallets: "900719925474.0993", ...none },
        difference: "0.0002",
      },
      { currency: "UYW", float: null, wallets: null, ...none, difference: null },
    ]);
  });
});

describe("POST /merchant/api/v1/admin/adjustments", () => {
  it("is declined when a restored database has forgotten its key, and it comes again with another amount", async () => {
    const [wallet, key] = [await makeWallet({ balance: 0 }), crypto.randomUUID()];
    const { body } = await adjust({ account_id: wallet.id }, key);
    await sharedRows.run("DELETE FROM movements WHERE id = ?", body.movement.id);
    for (const _ of ["at once", "repeated"])
      expectFailure(
        await adjust({ account_id: wallet.id, amount: 20 }, key),
        422,
        "not_executed",
        "the ledger did not execute this transfer",
      );
    expect((await read(`/movements?account_id=${wallet.id}&status=processing`)).body.movements).toEqual([]);
    expect(await balanceOf(wallet.id)).toBe(12_50);
  });

  it("moves money from the float to a wallet, with a reason", async () => {
    const wallet = await makeWallet();

    const { status, body } = await adjust({ account_id: wallet.id });

    expect(status).toBe(201);
    const made = { kind: "adjustment", account_id: wallet.id, desk_id: null, reason: "Case 4711" };
    expect(body.movement).toMatchObject({ ...made, direction: "credit", amount_decimal: "12.50" });
    expect(await readBalances(wallet)).toEqual(["112.50 USD"]);
    expect((await read(`/movements?account_id=${wallet.id}`)).body.movements).toEqual([
      { ...body.movement, clerk: null },
    ]);
    await expectBalancedFloat();
  });

  it("pays a merchant out, as an entry in its audit trail says", async ({ merchant }) => {
    await makePaidIntent(merchant);
    const { status, body } = await adjust({ account_id: merchant.id, direction: "debit" });

    expect(status).toBe(201);
    expect(await balanceOf(merchant.id)).toBe(0);
    const [entry] = await storedEntries(merchant.id, "adjustment.requested");
    expect(entry).toMatchObject({ targetId: body.movement.id, actorKind: "administrator" });
    expect(entry?.erasable.details?.value).toBe(`debit of 12.50 USD, account ${merchant.id}: Case 4711`);
    await expectBalancedFloat();
  });

  it("takes no account below zero, and finds no account that there is not", async () => {
    const wallet = await makeWallet({ balance: 12 });
    const key = crypto.randomUUID();

    const declined = await adjust({ account_id: wallet.id, direction: "debit" }, key);
    expectFailure(declined, 402, "insufficient_funds", "Insufficient funds");
    await adjust({ account_id: wallet.id });
    const again = await adjust({ account_id: wallet.id, direction: "debit" }, key);
    expectFailure(again, 402, "insufficient_funds", "Insufficient funds");
    for (const direction of ["debit", "credit"]) {
      const unknown = await adjust({ account_id: UNKNOWN_ID, direction });
      expect([unknown.status, unknown.body.code]).toEqual([422, "account_not_found"]);
    }
    expect((await read(`/movements?account_id=${UNKNOWN_ID}`)).body.movements).toEqual([]);
    expect(await readBalances(wallet)).toEqual(["24.50 USD"]);
    expect((await read(`/movements?status=declined&account_id=${wallet.id}`)).body.movements).toMatchObject([
      { decline_reason: "insufficient_funds", ledger_transaction_id: null },
    ]);
  });

  it("moves once what is requested twice under a key, which is required", async () => {
    const wallet = await makeWallet();
    const key = crypto.randomUUID();

    const both = await Promise.all([0, 1].map(() => adjust({ account_id: wallet.id }, key)));
    expect(new Set(both.map(({ body }) => body.movement.id)).size).toBe(1);
    const made = both[0]?.body.movement.id;
    const others = {
      account_id: UNKNOWN_ID,
      direction: "debit",
      amount: 1,
      currency: "EUR",
      reason: "Case 1",
    };
    for (const [field, value] of Object.entries(others)) {
      const other = await adjust({ account_id: wallet.id, [field]: value }, key);
      expectReused(other, made, [field], "adjustment");
    }
    expectReused(await adjust(others, key), made, Object.keys(others), "adjustment");
    expectInvalid(await adjust({ account_id: wallet.id }, null), "Idempotency-Key", "is required");
    expect(await readBalances(wallet)).toEqual(["112.50 USD"]);
  });

  it("refuses what is more than the limits, or not an account of somebody", async () => {
    const wallet = await makeWallet();
    const account_id = wallet.id;
    const codeOf = async (json: object) => (await adjust({ account_id, ...json })).body.code;

    expect(await codeOf({ amount: 500.01 })).toBe("movement_too_large");
    expect(await codeOf({ currency: "JPY", amount: 1 })).toBe("adjustments_not_allowed");
    for (const own of ["float", "system:clearing"])
      expectInvalid(
        await adjust({ account_id: own }),
        "account_id",
        "must be the id of a wallet or a merchant",
      );
    expectInvalid(await adjust({ account_id, reason: " " }), "reason");
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
  });

  it("stores nothing while the ledger does not say whether it knows the account", async () => {
    const wallet = await makeWallet();
    failDatabase(LEDGER);
    expect((await adjust({ account_id: wallet.id })).status).toBe(503);
    repair();
    expect((await read(`/movements?account_id=${wallet.id}`)).body.movements).toEqual([]);
  });
});

describe("a merchant's export", () => {
  it("has the adjustments of its account, whatever became of them, and no other's", async ({ merchant }) => {
    const start = async (accountId: string, result: TransferResult) => {
      const about = { accountId, deskId: null, direction: "debit", reason: "Paid out" } as const;
      await startMovement(withLedger(result).deps, ACTOR, aDraft({ kind: "adjustment", ...about }));
      moveClock(1);
    };
    for (const result of [SETTLED, DECLINED, UNKNOWN]) await start(merchant.id, result);
    await start((await makeMerchant()).id, SETTLED);

    const { of, end } = await readExport(merchant.id);

    const shown = {
      account_id: merchant.id,
      direction: "debit",
      amount_decimal: "12.50",
      reason: "Paid out",
    };
    expect(of("movement")).toMatchObject([
      { ...shown, status: "completed", ledger_transaction_id: "tx-1" },
      { ...shown, status: "declined", decline_reason: "insufficient_funds" },
      { ...shown, status: "processing", completed_at: null },
    ]);
    expect(end.counts.movement).toBe(3);
  });
});
