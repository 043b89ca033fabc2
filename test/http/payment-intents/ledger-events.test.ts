import { describe, expect, it } from "vitest";
import { type ApiResponse, call } from "../../support/api.ts";
import { MINUTE } from "../../support/clock.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { makePaidIntent, refund } from "../../support/intents.ts";
import { makeMerchant } from "../../support/parties.ts";
import { postLedgerEvent, signedHeaders } from "../../support/settlement.ts";

const PATH = "/internal/ledger-events";

async function makeRefund() {
  const merchant = await makeMerchant();
  const { id } = await makePaidIntent(merchant);
  await refund(merchant, id);
  const [transaction] = await listTransactions(merchant);
  const settled = {
    type: "transaction.settled",
    data: { ...transaction, status: "completed", completed_at: new Date(Date.now()).toISOString() },
  };
  const failed = {
    type: "transaction.failed",
    data: { ...transaction, status: "failed", failure_reason: "insufficient_funds" },
  };
  return { merchant, id, settled, failed, status: () => refundStatus(merchant, id) };
}

async function refundStatus(merchant: { token: string }, id: string): Promise<string | null> {
  return (await readIntent(merchant, id)).body.payment_intent.refund_status;
}

function post(text: string, headers: Record<string, string>): Promise<ApiResponse> {
  return call("POST", PATH, { text, headers });
}

describe("POST /internal/ledger-events", () => {
  it("completes a refund that has settled", async () => {
    const { settled, status } = await makeRefund();
    const response = await postLedgerEvent(settled);
    expect({ status: response.status, body: response.body }).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await status()).toBe("completed");
  });

  it("allows another refund when the ledger fails the first, and records why", async () => {
    const { merchant, id, failed, status } = await makeRefund();
    await makePaidIntent(merchant);
    expect((await postLedgerEvent(failed)).status).toBe(200);
    expect(await status()).toBeNull();
    const event = (await eventsOf(id)).at(-1);
    expect(event).toMatchObject({ type: "refund.failed", sequence: 3 });
    expect(JSON.parse(event?.payload ?? "").data).toMatchObject({
      reason: expect.stringMatching(/./),
      payment_intent: { refund_status: null, refund_ledger_tx_id: null },
    });
    expect((await refund(merchant, id)).status).toBe(200);
  });

  it.each([
    ["amount", { amount: "12.49" }],
    ["currency that nobody knows", { currency: "???" }],
  ])("refuses an event with another %s than the refund's", async (_, change) => {
    const { settled, status } = await makeRefund();
    const response = await postLedgerEvent({ ...settled, data: { ...settled.data, ...change } });
    const text = "kind, accounts, amount or currency are not those of the payment intent's transfer";
    expectFailure(response, 422, "ledger_event_mismatch", text);
    expect(await status()).toBe("pending");
    expect((await postLedgerEvent(settled)).status).toBe(200);
    expect(await status()).toBe("completed");
  });

  it("ignores events about transactions of other services", async () => {
    const { settled } = await makeRefund();
    for (const id of [crypto.randomUUID(), "order-1", "", "x".repeat(5_000)]) {
      const data = { ...settled.data, metadata: { payment_intent_id: id } };
      expect((await postLedgerEvent({ ...settled, data })).status, `id ${id.slice(0, 40)}`).toBe(200);
    }
  });

  it.each([
    ["an unknown event type", { type: "transaction.created" }],
    ["no type", { type: undefined }],
    ["no data", { data: undefined }],
    ["a status that contradicts the type", { type: "transaction.failed" }],
  ])("refuses a signed event with %s", async (_, change) => {
    const { settled, status } = await makeRefund();
    const response = await postLedgerEvent({ ...settled, ...change });
    expectInvalid(response, "body", "must be a ledger event");
    expect(await status()).toBe("pending");
  });

  it.each(["", "{", "null", "[]", '"x"'])("refuses the signed body %j", async (text) => {
    expectInvalid(await post(text, signedHeaders(text)), "body", "must be a ledger event");
  });

  it.each([
    ["without a signature", () => ({})],
    ["signed over another body", () => signedHeaders("{}")],
    ["signed six minutes ago", (text: string) => signedHeaders(text, { at: Date.now() - 6 * MINUTE })],
    ["signed with another secret", (text: string) => signedHeaders(text, { secret: OTHER_SECRET })],
  ] as [string, (text: string) => Record<string, string>][])("refuses an event %s", async (_, headersFor) => {
    const { settled, status } = await makeRefund();
    const text = JSON.stringify(settled);
    expectFailure(await post(text, headersFor(text)), 401, "invalid_signature", "Unauthorized");
    expect(await status()).toBe("pending");
  });
});

const OTHER_SECRET = `whsec_${btoa("another secret of thirty-two byte")}`;
