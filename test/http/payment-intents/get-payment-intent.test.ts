import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { makeApproval } from "../../support/approvals.ts";
import { expectIntentNotFound } from "../../support/error-responses.ts";
import { readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { confirm, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

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

  it("shows a counter its merchant's intents", async ({ intent, counter }) => {
    expect((await readIntent(counter, intent.id)).body.payment_intent).toEqual(intent);
  });

  it("finds an intent that was requested before it existed", async ({ merchant, intent }) => {
    const { id } = intent;
    const stranger = await makeMerchant();
    for (let again = 0; again < 2; again++) expectIntentNotFound(await readIntent(stranger, id));
    expect((await readIntent(merchant, id)).status).toBe(200);
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
