import { describe, expect } from "vitest";
import {
  approve,
  listApprovals,
  makeApproval,
  reject,
  setUpApproval,
  simulate,
  statusOf,
  walletView,
} from "../../support/approvals.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet, readBalances } from "../../support/parties.ts";

describe("GET /wallet/api/v1/approvals", () => {
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
});

describe("POST /wallet/api/v1/payment-intents/{intentID}/reject", () => {
  it("returns 200; the merchant sees who cancelled", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const { status, body } = await reject(wallet, intent.id);
    expect(status).toBe(200);
    const cancelledAt = body.payment_intent.cancelled_at;
    expect(cancelledAt).not.toBeNull();
    const change = { status: "cancelled", cancelled_at: cancelledAt, updated_at: cancelledAt };
    expect(body).toEqual({ success: true, payment_intent: walletView(intent, change) });
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual({
      ...intent,
      ...change,
      cancellation_reason: "rejected_by_customer",
    });
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual([
      "payment.approval_requested",
      "payment.cancelled",
    ]);
  });
});

describe("POST /sandbox/v1/payment-intents/{intentID}/simulate of an approval", () => {
  it("approves on the customer's behalf, with the customer's money", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const { status, body } = await simulate(merchant, intent.id, "approve");
    expect(status).toBe(200);
    expect(body.payment_intent).toMatchObject({ status: "completed", completed_by: wallet.id });
    expect(body).toEqual((await readIntent(merchant, intent.id)).body);
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
  });

  it("rejects on the customer's behalf", async () => {
    const { merchant, intent } = await setUpApproval();
    const { status, body } = await simulate(merchant, intent.id, "reject");
    expect(status).toBe(200);
    expect(body.payment_intent).toMatchObject({
      status: "cancelled",
      cancellation_reason: "rejected_by_customer",
    });
  });

  it("returns 409 for approve and reject of a standard intent, and for pay of an approval", async () => {
    const { merchant, intent } = await setUpApproval();
    const standard = await makeIntent(merchant);
    for (const action of ["approve", "reject"]) {
      const response = await simulate(merchant, standard.id, action);
      const message = "payment intent does not wait for approval";
      expectFailure(response, 409, "not_awaiting_approval", message);
    }
    expect((await simulate(merchant, intent.id, "pay")).status).toBe(409);
    expect(await statusOf(merchant, standard.id)).toBe("pending");
    expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
  });

  it("acts only for wallets that the merchant has made", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const wallets = [await makeWallet({ token: other.token }), await makeWallet()];
    for (const wallet of wallets) {
      const intent = await makeApproval(merchant, wallet);
      for (const action of ["approve", "reject"]) {
        const message = "this merchant can act only for wallets that it has made";
        expectFailure(await simulate(merchant, intent.id, action), 403, "foreign_wallet", message);
      }
      expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
      expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
      expect((await approve(wallet, intent.id)).status).toBe(200);
    }
  });
});

describe("a payment intent in pending_approval", () => {
  it("cannot be confirmed by its customer or others: 409", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    for (const payer of [wallet, await makeWallet()]) {
      const message = "this payment intent waits for its customer's approval";
      expectFailure(await confirm(payer, intent.id), 409, "approval_required", message);
    }
    expect((await readIntent(merchant, intent.id)).body.payment_intent.status).toBe("pending_approval");
  });
});
