// An administrator refunds a payment in place of a merchant that is closed.
import { describe, expect } from "vitest";
import { adminToken, call } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { readBalances } from "../../support/parties.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { settleRefund } from "../../support/settlement.ts";
import { pull, suspend } from "../../support/stops.ts";

const REASON = "The shop has closed, and the customer got nothing";

async function refundAsAdmin(
  id: string,
  { key, json = { reason: REASON } }: { key?: string; json?: object } = {},
) {
  return await call("POST", `${MERCHANT_API}/admin/payment-intents/${id}/refund`, {
    token: await adminToken(),
    json,
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });
}

const close = async ({ id }: { id: string }) =>
  expect((await pull(id, "close", { reason: "The contract has ended" })).status).toBe(200);

describe("POST /merchant/api/v1/admin/payment-intents/{intentID}/refund", () => {
  it("refunds without reinstating the merchant, and is in its trail once, with the reason", async ({
    merchant,
    wallet,
  }) => {
    const { id } = await makePaidIntent(merchant, { wallet });
    await close(merchant);
    const { status, body } = await refundAsAdmin(id);
    expect([status, body]).toMatchObject([
      200,
      { refund_initiated: true, payment_intent: { id, status: "completed", refund_status: "pending" } },
    ]);
    await settleRefund(id);
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
    const entries = await storedEntries(merchant.id, "refund.requested");
    expect(
      entries.map(({ actorKind, targetId, erasable }) => [actorKind, targetId, erasable.details?.value]),
    ).toEqual([["administrator", id, REASON]]);
    const { token } = { token: await adminToken() };
    const read = await call("GET", `${MERCHANT_API}/merchants/${merchant.id}`, { token });
    expect(read.body.merchant).toMatchObject({ status: "closed", suspended_at: expect.any(String) });
    expectFailure(await refundAsAdmin(id), 409, "already_refunded", "refund already issued for this payment");
  });

  it("is the same refund when it is repeated under its key", async ({ merchant, paid }) => {
    await close(merchant);
    const key = crypto.randomUUID();
    const first = await refundAsAdmin(paid.id, { key });
    const again = await refundAsAdmin(paid.id, { key });
    const refundOf = ({ body }: typeof first) => body.payment_intent.refund_ledger_tx_id;
    expect([again.status, refundOf(again)]).toEqual([200, refundOf(first)]);
    expect(await storedEntries(merchant.id, "refund.requested")).toHaveLength(1);
  });

  it("is refused for a merchant that is active or only suspended, which refunds itself as before", async ({
    merchant,
    paid,
  }) => {
    const refused = [409, "merchant_not_closed", "the merchant is not closed"] as const;
    expectFailure(await refundAsAdmin(paid.id), ...refused);
    await suspend(merchant);
    expectFailure(await refundAsAdmin(paid.id), ...refused);
    expect((await refund(merchant, paid.id)).body.code).toBe("merchant_suspended");
    expect((await pull(merchant.id, "reinstate")).status).toBe(200);
    expect((await refund(merchant, paid.id)).status).toBe(200);
    expect(
      (await storedEntries(merchant.id, "refund.requested")).map(({ erasable }) => erasable.details),
    ).toEqual([undefined]);
  });

  it("is refused where refunds are stopped, until they are allowed again", async ({ merchant, paid }) => {
    await pull(merchant.id, "stop-refunds", { reason: REASON });
    await close(merchant);
    expectFailure(
      await refundAsAdmin(paid.id),
      403,
      "refunds_stopped",
      "Refunds of this merchant are stopped",
    );
    await pull(merchant.id, "allow-refunds");
    expect((await refundAsAdmin(paid.id)).status).toBe(200);
  });

  it("is refused for what is unpaid, unknown, or without a reason", async ({ merchant, paid }) => {
    const open = await makeIntent(merchant);
    await close(merchant);
    expect((await refundAsAdmin(open.id)).body.code).toBe("not_completed");
    expect((await refundAsAdmin(UNKNOWN_ID)).body.code).toBe("payment_intent_not_found");
    for (const json of [{}, { reason: "" }, { reason: "x".repeat(501) }, { reason: 7 }]) {
      const { status, body } = await refundAsAdmin(paid.id, { json });
      expect([status, body.details[0].field]).toEqual([400, "reason"]);
    }
    const erase = "UPDATE merchants SET erasure_requested_at = 1 WHERE id = ?";
    await sharedRows.run(erase, merchant.id);
    expect((await refundAsAdmin(paid.id)).body.code).toBe("merchant_erased");
  });
});
