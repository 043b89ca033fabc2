// What a shop says of a refund: where it is kept and shown, and that nobody sees a change who says nothing.
import { describe, expect } from "vitest";
import { docsUrl } from "../../support/api.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { expectReused, newKey, refundWithKey } from "../../support/idempotency.ts";
import { listTransactions, readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { eventsOf, rowOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { published } from "../../support/objects.ts";
import { makeWallet } from "../../support/parties.ts";
import { setLedgerBalance, settleRefund } from "../../support/settlement.ts";

const TEXTS = { reference: "credit-17", reason: "Sent back:\ntoo small 👟" };
const SHOWN = { refund_reference: TEXTS.reference, refund_reason: TEXTS.reason };
const NONE = { refund_reference: null, refund_reason: null };

const refundEvents = async (id: string) =>
  (await eventsOf(id)).filter(({ type }) => type.startsWith("refund."));

describe("the texts of POST /merchant/api/v1/payment-intents/{intentID}/refund", () => {
  it("are in the payment intent, its webhooks, its row and the ledger's metadata", async ({ merchant }) => {
    const paid = await makePaidIntent(merchant);
    const { status, body } = await refund(merchant, paid.id, { json: TEXTS });
    expect([status, body.payment_intent]).toEqual([
      200,
      {
        ...paid,
        ...SHOWN,
        refund_status: "pending",
        refund_ledger_tx_id: body.payment_intent.refund_ledger_tx_id,
        updated_at: body.payment_intent.updated_at,
      },
    ]);
    await settleRefund(paid.id);
    const { payment_intent: settled } = (await readIntent(merchant, paid.id)).body;
    expect(settled).toMatchObject({ ...SHOWN, refund_status: "completed" });
    expect(await rowOf(paid.id)).toMatchObject(SHOWN);
    expect((await refundEvents(paid.id)).map(({ payload }) => JSON.parse(payload).data)).toMatchObject([
      { payment_intent: { ...SHOWN, refund_status: "pending" } },
      { payment_intent: { ...SHOWN, refund_status: "completed" } },
    ]);
    const operation_key = `refund:${paid.id}:1`;
    expect((await listTransactions(merchant)).map(({ metadata }: { metadata: object }) => metadata)).toEqual([
      { payment_intent_id: paid.id, operation_key, ...SHOWN },
      { payment_intent_id: paid.id, operation_key: `payment:${paid.id}:1` },
    ]);
  });

  it("are not shown to the public, nor to the customer", async ({ merchant, wallet }) => {
    const { id } = await makePaidIntent(merchant, { wallet });
    await refund(merchant, id, { json: TEXTS });
    const texts = [await readPublicIntent(id), await confirm(wallet, id)].map(({ text }) => text);
    for (const text of texts) expect(text).not.toMatch(/credit-17|too small|refund_re(ference|ason)/);
  });

  it("stay with a refund that fails, and go with the next", async ({ merchant }) => {
    const { id } = await makePaidIntent(merchant);
    await setLedgerBalance(merchant.id, 0);
    expect((await refund(merchant, id, { json: TEXTS })).status).toBe(422);
    expect((await readIntent(merchant, id)).body.payment_intent).toMatchObject({
      ...SHOWN,
      refund_status: null,
    });
    expect(JSON.parse((await refundEvents(id)).at(-1)?.payload ?? "").data.payment_intent).toMatchObject(
      SHOWN,
    );
    await setLedgerBalance(merchant.id, 1250);
    const { body } = await refund(merchant, id);
    expect(body.payment_intent).not.toHaveProperty("refund_reason");
    expect(await rowOf(id)).toMatchObject(NONE);
  });

  it.for([
    ["no body", {}],
    ["an empty body of any type", { text: " \n", contentType: "text/plain" }],
    ["an empty object of any type", { text: " { } ", contentType: "text/plain" }],
    ["texts that are null", { json: { reference: null, reason: null } }],
  ] as const)("left out by %s change no byte", async ([, options], { merchant }) => {
    const paid = await makePaidIntent(merchant);
    const { status, text, body } = await refund(merchant, paid.id, options);
    const { refund_ledger_tx_id, updated_at } = body.payment_intent;
    const payment_intent = { ...paid, refund_status: "pending", updated_at, refund_ledger_tx_id };
    const message = "Refund initiated";
    expect([status, text]).toEqual([
      200,
      JSON.stringify({ success: true, refund_initiated: true, message, payment_intent }),
    ]);
    await published(paid.id);
    const [event] = await refundEvents(paid.id);
    const { checkout_url, return_url, qr_code_url, qr_data, ...sent } = payment_intent;
    const timestamp = JSON.parse(event?.payload ?? "").timestamp;
    const then = { ...sent, updated_at: timestamp, refund_ledger_tx_id: `refund:${paid.id}:1` };
    expect(event?.payload).toBe(
      JSON.stringify({
        type: "refund.pending",
        timestamp,
        environment: "sandbox",
        data: { payment_intent: then, reference: null, metadata: null, sequence: 2 },
      }),
    );
    const [transaction] = await listTransactions(merchant);
    expect(JSON.stringify(transaction.metadata)).toBe(
      JSON.stringify({ payment_intent_id: paid.id, operation_key: `refund:${paid.id}:1` }),
    );
    expect(await rowOf(paid.id)).toMatchObject(NONE);
  });

  it.for([
    ["an amount", '{"amount":1}'],
    ["an amount beside a reason", '{"reason":"a","amount":1}'],
    ["a misspelt name", '{"Reason":"a"}'],
    ["no object", '["reason"]'],
    ["null", "null"],
    ["what is no JSON", "reason=a"],
  ] as const)("are refused with %s as any body was", async ([, text], { merchant }) => {
    const { id } = await makeIntent(merchant);
    const { status, body } = await refund(merchant, id, { text });
    expect([status, body]).toEqual([
      400,
      {
        success: false,
        error: "refunds are in full: send no body",
        code: "invalid_request",
        request_id: body.request_id,
        docs_url: docsUrl("invalid_request"),
        details: [{ field: "body", message: "must be empty" }],
      },
    ]);
  });

  it("have the characters of a description, and at most 255", async ({ merchant }) => {
    const { id } = await makePaidIntent(merchant);
    for (const name of ["reference", "reason"]) {
      for (const value of [12, {}, true, "x".repeat(256), "a\u0000b", "a\u009bb", "\ud800", "a\u202eb"])
        expectInvalid(await refund(merchant, id, { json: { [name]: value } }), name);
      expectFailure(
        await refund(merchant, id, { json: { [name]: "a" }, contentType: "text/plain" }),
        415,
        "unsupported_media_type",
        "Content-Type must be application/json",
      );
    }
    const longest = { reference: "é".repeat(255), reason: "a\tb\n" };
    const { body } = await refund(merchant, id, { json: longest });
    expect(body.payment_intent).toMatchObject({
      refund_reference: longest.reference,
      refund_reason: longest.reason,
    });
  });
});

describe("Idempotency-Key of a refund with texts", () => {
  const others = [{}, { json: { reference: "credit-17" } }, { json: { ...TEXTS, reason: "" } }];

  it("refunds once with the same texts, and is refused with others", async ({ merchant }) => {
    const [key, { id }] = [newKey(), await makePaidIntent(merchant)];
    const first = await refundWithKey(key, merchant, id, { json: TEXTS });
    const again = await refundWithKey(key, merchant, id, { json: TEXTS });
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const other of others)
      expectReused(await refundWithKey(key, merchant, id, other), id, [], "a refund of payment intent");
    expect((await refundEvents(id)).map(({ type }) => type)).toEqual(["refund.pending"]);
    const message = "refund already issued for this payment";
    expectFailure(await refund(merchant, id, { json: TEXTS }), 409, "already_refunded", message);
  });

  it("is refused with texts where it had none, also when later refunds failed", async ({ merchant }) => {
    const [keys, { id }] = [[newKey(), newKey()], await makePaidIntent(merchant)];
    await setLedgerBalance(merchant.id, 0);
    for (const key of keys) expect((await refundWithKey(key, merchant, id)).status).toBe(422);
    await setLedgerBalance(merchant.id, 1250);
    for (const key of keys)
      expectReused(
        await refundWithKey(key, merchant, id, { json: TEXTS }),
        id,
        [],
        "a refund of payment intent",
      );
    expect((await refundWithKey(newKey(), merchant, id, { json: TEXTS })).status).toBe(200);
  });

  it("is not used up by a refund that never began", async ({ merchant }) => {
    const [key, { id }] = [newKey(), await makeIntent(merchant)];
    expect((await refundWithKey(key, merchant, id, { json: TEXTS })).status).toBe(400);
    await confirm(await makeWallet(), id);
    expect((await refundWithKey(key, merchant, id)).status).toBe(200);
  });
});
