import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { makeApproval } from "../../support/approvals.ts";
import { expectIntentNotFound } from "../../support/error-responses.ts";
import { failDatabase, LEDGER, muteLog } from "../../support/faults.ts";
import { readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { confirm, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { numberIn } from "../../support/numbers.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";

describe("GET /merchant/api/v1/payment-intents/{intentID}", () => {
  it("shows who paid and when, and no longer a QR code", async ({ merchant, wallet }) => {
    const { qr_code_url, qr_data, ...created } = await makeIntent(merchant, { reference: "order-1" });
    expect(qr_code_url).toMatch(/^data:/);
    expect(qr_data).toContain(created.id);
    await confirm(wallet, created.id);
    const { body } = await readIntent(merchant, created.id);
    const { completed_at: completedAt } = body.payment_intent;
    expect(body).toEqual({
      success: true,
      payment_intent: {
        ...created,
        qr_code_url: null,
        qr_data: null,
        status: "completed",
        completed_by: wallet.id,
        completed_at: expect.any(String),
        updated_at: completedAt,
      },
    });
    expect(Date.parse(completedAt)).toBeGreaterThanOrEqual(Date.parse(created.created_at));
  });

  it("has the same fields in every status, for the merchant as for the public", async ({
    merchant,
    wallet,
  }) => {
    const intents = [
      await makeIntent(merchant),
      await makeApproval(merchant, wallet),
      await makePaidIntent(merchant, { wallet }),
    ];
    for (const read of [(id: string) => readIntent(merchant, id), readPublicIntent]) {
      const [pending, ...others] = await Promise.all(
        intents.map(async ({ id }) => Object.keys((await read(id)).body.payment_intent)),
      );
      expect(pending).toContain("qr_code_url");
      expect(others).toEqual([pending, pending]);
    }
  });

  it("accepts the id in upper case", async ({ merchant, intent }) => {
    expect((await readIntent(merchant, intent.id.toUpperCase())).body.payment_intent).toEqual(intent);
  });

  it.each([
    "abc",
    "1",
    "null",
    "..%2f",
    "%00",
    "123e4567-e89b-12d3-a456-42661417400g",
    `${"0".repeat(300)}`,
    "%E0%A4%A",
  ])("returns 404 for the id %s", async (id) => {
    const { token } = await makeMerchant();
    expectIntentNotFound(await call("GET", `${INTENTS}/${id}`, { token }));
  });
});

const HIDDEN = [
  "metadata",
  "callback_url",
  "checkout_url",
  "return_url",
  "reference",
  "counter_id",
  "target_wallet_id",
  "completed_by",
  "refund_ledger_tx_id",
  "cancellation_reason",
];

function withoutHidden(intent: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(intent).filter(([name]) => !HIDDEN.includes(name)));
}

describe("GET /merchant/api/v1/public/payment-intents/{intentID}", () => {
  it("returns 200 without a token, with only what a customer needs", async ({ merchant, counter }) => {
    const intent = await makeIntent(merchant, {
      description: "Two coffees",
      reference: "secret-reference",
      callback_url: "https://shop.test/secret-callback",
      metadata: { secret: "secret-metadata" },
      counter_id: counter.id,
    });
    const response = await readPublicIntent(intent.id);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      payment_intent: {
        id: intent.id,
        number: numberIn(intent),
        merchant_id: merchant.id,
        merchant_name: "Bean & Leaf",
        logo_url: null,
        amount: 12.5,
        amount_minor: 1250,
        amount_decimal: "12.50",
        currency: "USD",
        description: "Two coffees",
        qr_code_url: intent.qr_code_url,
        qr_data: intent.qr_data,
        status: "pending",
        is_payable: true,
        is_processing: false,
        refund_status: null,
        expires_at: intent.expires_at,
        created_at: intent.created_at,
        updated_at: intent.updated_at,
        completed_at: null,
        cancelled_at: null,
        environment: "sandbox",
      },
    });
    expect(response.text).not.toMatch(new RegExp(`secret|${counter.id}`));
  });

  it("shows that it is being paid while the ledger does not respond, also to whoever has read it before", async ({
    intent,
    wallet,
  }) => {
    const before = await readPublicIntent(intent.id);
    muteLog();
    const repaired = failDatabase(LEDGER);
    const processing = { code: "payment_processing", payment_intent: { status: "pending" } };
    expect(await confirm(wallet, intent.id)).toMatchObject({ status: 202, body: processing });
    const headers = { "If-None-Match": before.headers.get("ETag") ?? "" };
    const { body } = await call("GET", `${MERCHANT_API}/public/payment-intents/${intent.id}`, { headers });
    expect(body.payment_intent).toEqual({ ...before.body.payment_intent, is_processing: true });
    repaired();
    expect((await confirm(wallet, intent.id)).status).toBe(200);
    const after = (await readPublicIntent(intent.id)).body.payment_intent;
    expect(after).toMatchObject({ status: "completed", is_processing: false });
  });

  it("shows that it is paid but not by whom", async () => {
    const intent = await makePaidIntent(await makeMerchant());
    const { body, text } = await readPublicIntent(intent.id);
    expect(body.payment_intent).toEqual({
      ...withoutHidden(intent),
      is_payable: false,
      is_processing: false,
      logo_url: null,
    });
    expect(body.payment_intent.status).toBe("completed");
    expect(text).not.toContain(intent.completed_by);
  });

  it.each([crypto.randomUUID(), "abc", "%20", "0"])("returns 404 for the id %s", async (id) => {
    expectIntentNotFound(await readPublicIntent(id));
  });
});
