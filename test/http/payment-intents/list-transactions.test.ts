import { describe, expect } from "vitest";
import { adminToken, call, ISO_TIME, UUID } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { mintToken, withRoles } from "../../support/tokens.ts";

const PATH = `${MERCHANT_API}/transactions`;
const EMPTY = { transactions: [], page: 1, limit: 20, total: 0, total_pages: 0 };

describe("GET /merchant/api/v1/transactions", () => {
  it("shows a payment", async ({ merchant, wallet }) => {
    const intent = await makePaidIntent(merchant, { wallet, fields: { description: "Coffee" } });
    const { body } = await call("GET", PATH, { token: merchant.token });
    expect(body).toEqual({
      success: true,
      merchant_id: merchant.id,
      transactions: [
        {
          transaction_id: expect.stringMatching(UUID),
          transaction_type: "payment",
          status: "completed",
          amount: "12.50",
          currency: "USD",
          from_account_id: wallet.id,
          to_account_id: merchant.id,
          description: "Coffee",
          metadata: { payment_intent_id: intent.id, operation_key: `payment:${intent.id}:1` },
          created_at: expect.stringMatching(ISO_TIME),
          completed_at: expect.stringMatching(ISO_TIME),
        },
      ],
      page: 1,
      limit: 20,
      total: 1,
      total_pages: 1,
    });
  });

  it("lists a pending refund above its payment", async ({ merchant, wallet }) => {
    const intent = await makePaidIntent(merchant, { wallet });
    const refunded = (await refund(merchant, intent.id)).body.payment_intent;
    const { body } = await call("GET", PATH, { token: merchant.token });
    expect(body.total).toBe(2);
    expect(body.transactions[0]).toEqual({
      transaction_id: refunded.refund_ledger_tx_id,
      transaction_type: "refund",
      status: "pending",
      amount: "12.50",
      currency: "USD",
      from_account_id: merchant.id,
      to_account_id: wallet.id,
      description: "",
      metadata: { payment_intent_id: intent.id, operation_key: `refund:${intent.id}:1` },
      created_at: expect.stringMatching(ISO_TIME),
      completed_at: null,
    });
    expect(body.transactions[1].transaction_type).toBe("payment");
  });

  it("pages through all of them, newest first", async ({ merchant, wallet }) => {
    for (const amount of [1, 2, 3, 4, 5]) await makePaidIntent(merchant, { wallet, fields: { amount } });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => call("GET", `${PATH}?page=${page}&limit=2`, { token: merchant.token })),
    );
    const amounts = pages.map(({ body }) =>
      body.transactions.map(({ amount }: { amount: string }) => amount),
    );
    expect(amounts).toEqual([["5.00", "4.00"], ["3.00", "2.00"], ["1.00"], []]);
    for (const [index, { body }] of pages.entries()) {
      expect(body).toMatchObject({ page: index + 1, limit: 2, total: 5, total_pages: 3 });
    }
  });

  it("ignores a merchant_id, even malformed, from a merchant", async ({ merchant }) => {
    for (const query of ["merchant_id=abc", "merchant_id=a&merchant_id=b"]) {
      const { status } = await call("GET", `${PATH}?${query}`, { token: merchant.token });
      expect(status).toBe(200);
    }
  });

  it("lets an administrator choose the merchant", async ({ merchant }) => {
    await makePaidIntent(merchant);
    const token = await adminToken();
    const own = await call("GET", PATH, { token: merchant.token });
    const chosen = await call("GET", `${PATH}?merchant_id=${merchant.id}`, { token });
    expect(chosen.body).toEqual(own.body);
    const { body } = await call("GET", `${PATH}?merchant_id=${merchant.id.toUpperCase()}`, { token });
    expect(body).toMatchObject({ merchant_id: merchant.id, total: 1 });
  });

  it("shows an administrator an empty history for an unknown merchant", async () => {
    const id = crypto.randomUUID();
    const { body } = await call("GET", `${PATH}?merchant_id=${id}`, { token: await adminToken() });
    expect(body).toEqual({ success: true, merchant_id: id, ...EMPTY });
  });

  it.each(["abc", "", "system:funding", "%00", "..%2f..%2fv1"])(
    "refuses an administrator's merchant_id %j",
    async (id) => {
      const response = await call("GET", `${PATH}?merchant_id=${id}`, { token: await adminToken() });
      expectInvalid(response, "merchant_id", "must be a valid UUID");
    },
  );

  it("prefers the merchant in an administrator's token to the one in the query", async ({
    merchant,
    other,
  }) => {
    const token = await mintToken({ ...withRoles("admin"), merchant_id: merchant.id });
    const { body } = await call("GET", `${PATH}?merchant_id=${other.id}`, { token });
    expect(body.merchant_id).toBe(merchant.id);
  });
});
