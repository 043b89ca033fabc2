import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import {
  approve,
  listApprovals,
  makeApproval,
  reject,
  setUpApproval,
  setUpApprovalNearDeadline,
  simulate,
  statusOf,
  walletView,
} from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, LEDGER, muteLog, repair } from "../../support/faults.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { fireAlarm } from "../../support/objects.ts";
import { makeMerchant, makeWallet, readBalances } from "../../support/parties.ts";

describe("GET /wallet/api/v1/approvals", () => {
  it("returns an empty list for a wallet without approval requests", async () => {
    const { token } = await makeWallet();
    const { status, body } = await call("GET", "/wallet/api/v1/approvals", { token });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, approvals: [] });
  });

  it("lists what waits for this wallet, newest first, from any merchant", async () => {
    const [one, two, wallet] = [
      await makeMerchant(),
      await makeMerchant({ business_name: "Books" }),
      await makeWallet(),
    ];
    const fields = { reference: "secret-reference", metadata: { a: "secret-metadata" } };
    const intents = [];
    for (const merchant of [one, two, one]) intents.unshift(await makeApproval(merchant, wallet, fields));
    await makeApproval(one, await makeWallet());
    await makeIntent(one);
    expect(await listApprovals(wallet)).toEqual(intents.map((intent) => walletView(intent)));
  });

  it("leaves out approved, rejected and expired intents", async ({ merchant, wallet }) => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push((await makeApproval(merchant, wallet)).id);
    const [approved = "", rejected = "", expired = "", open] = ids;
    await approve(wallet, approved);
    await reject(wallet, rejected);
    await simulate(merchant, expired, "expire");
    expect((await listApprovals(wallet)).map(({ id }: { id: string }) => id)).toEqual([open]);
  });

  it("leaves out an untouched intent from its deadline on", async () => {
    const { wallet, intent } = await setUpApprovalNearDeadline(1);
    expect(await listApprovals(wallet)).toHaveLength(1);
    moveClock(1);
    expect(await listApprovals(wallet)).toEqual([]);
    expect(intent.status).toBe("pending_approval");
  });
});

describe("POST /wallet/api/v1/payment-intents/{intentID}/approve", () => {
  it("returns 200 with the paid intent; merchant and ledger see the payment", async () => {
    const { merchant, wallet, intent } = await setUpApproval({ fields: { reference: "order-1" } });
    const { status, body } = await approve(wallet, intent.id);
    expect(status).toBe(200);
    const completedAt = body.payment_intent.completed_at;
    const change = { status: "completed", completed_at: completedAt, updated_at: completedAt };
    expect(body).toEqual({
      success: true,
      payment_intent: walletView(intent, { ...change, completed_by: wallet.id }),
    });
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual({
      ...intent,
      ...change,
      completed_by: wallet.id,
    });
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
    expect(await listTransactions(merchant)).toMatchObject([
      {
        transaction_type: "payment",
        amount: "12.50",
        from_account_id: wallet.id,
        to_account_id: merchant.id,
      },
    ]);
  });

  it("returns 200 when repeated, also in parallel, and takes no more money", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const responses = await Promise.all(Array.from({ length: 5 }, () => approve(wallet, intent.id)));
    const again = await approve(wallet, intent.id);
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.body).toEqual(again.body);
    }
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
    expect(await listTransactions(merchant)).toHaveLength(1);
  });

  it("returns 402 when the money is missing; the intent can still be approved or rejected", async () => {
    const { merchant, wallet, intent } = await setUpApproval({ balance: 12.49 });
    expectFailure(await approve(wallet, intent.id), 402, "insufficient_funds", "Insufficient funds");
    expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
    expect(await listApprovals(wallet)).toHaveLength(1);
    expect((await reject(wallet, intent.id)).status).toBe(200);
  });

  it("returns 202 while the ledger's result is unknown, and the payment completes later", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    muteLog();
    failDatabase(LEDGER);
    for (let again = 0; again < 2; again++) {
      const { status, body } = await approve(wallet, intent.id);
      expect(status).toBe(202);
      expect(body).toEqual({
        success: true,
        code: "payment_processing",
        payment_intent: walletView(intent, {
          updated_at: body.payment_intent.updated_at,
          is_processing: true,
        }),
      });
      const response = await reject(wallet, intent.id);
      expectFailure(response, 409, "payment_in_progress", "a payment of this intent is under way");
    }
    repair();
    await fireAlarm(intent.id);
    expect(await statusOf(merchant, intent.id)).toBe("completed");
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
    expect((await approve(wallet, intent.id)).status).toBe(200);
  });
});
