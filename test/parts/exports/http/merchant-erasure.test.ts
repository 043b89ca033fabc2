// Which merchants may be erased, and what is refused afterwards. What an erasure leaves: test/parts/exports/queue/merchant-erasure.test.ts.

import { describe, expect, it } from "vitest";
import { adminToken, call, ISO_TIME } from "../../../support/api.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../../../support/clock.ts";
import { makeCounter } from "../../../support/counters.ts";
import { closeAndWait, erase, sweepUntilErased } from "../../../support/erasures.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { muteLog } from "../../../support/faults.ts";
import { makeIntent, makePaidIntent, refund } from "../../../support/intents.ts";
import { collect, published } from "../../../support/objects.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../../support/paths.ts";
import { runSweep } from "../../../support/queues.ts";
import { rowsOf, sharedRows } from "../../../support/rows.ts";
import { actionPath, pull } from "../../../support/stops.ts";

const NOT_CLOSED = [409, "merchant_not_closed", "the merchant is not closed"] as const;
const UNSETTLED = [409, "merchant_unsettled", "a payment or refund of the merchant is still open"] as const;
const NOT_QUIET = [
  409,
  "merchant_not_quiet",
  "the merchant or one of its payments has changed within the last 48 hours: try again later",
] as const;
const ERASED = [409, "merchant_erased", "the merchant's data is erased: it stays closed"] as const;

async function readMerchant(id: string) {
  const token = await adminToken();
  return (await call("GET", `${MERCHANT_API}/merchants/${id}`, { token })).body.merchant;
}

async function makeClosed() {
  const merchant = await makeMerchant();
  await closeAndWait({ ...merchant, mark: "it" });
  return merchant;
}

describe("POST /merchant/api/v1/admin/merchants/{merchantID}/erase", () => {
  it("stores the request, which is shown with the merchant and can be repeated", async () => {
    const { id } = await makeClosed();
    const { status, body } = await erase(id);
    expect(status).toBe(202);
    const erasure = {
      status: "requested",
      requested_at: expect.stringMatching(ISO_TIME),
      completed_at: null,
    };
    expect(body.merchant).toMatchObject({ id, status: "closed", erasure });
    moveClock(MINUTE);
    const again = await erase(id);
    expect([again.status, again.body]).toEqual([202, body]);
    expect(await readMerchant(id)).toEqual(body.merchant);
    expect(await storedEntries(id, "merchant.erasure_requested")).toMatchObject([
      { actor: "platform-admin", actorKind: "administrator" },
    ]);
  });

  it("changes nothing for 20 minutes, when all that was under way is over", async () => {
    muteLog();
    const { id } = await makeClosed();
    await erase(id);
    moveClock(19 * MINUTE);
    await runSweep();
    expect(await readMerchant(id)).toMatchObject({ business_name: "Bean & Leaf" });
    moveClock(2 * MINUTE);
    await runSweep();
    expect(await readMerchant(id)).toMatchObject({ business_name: "erased" });
  });

  it("returns 400 unless the body confirms the merchant's id", async () => {
    const { id } = await makeClosed();
    for (const json of [{}, { confirm: UNKNOWN_ID }, { confirm: "yes" }, { confirm: true }]) {
      expectInvalid(await erase(id, json), "confirm");
    }
    expectInvalid(await erase(id, { confirm: UNKNOWN_ID }), "confirm", "must be the id of the merchant");
    expect(await readMerchant(id)).toMatchObject({ erasure: null });
  });

  it("returns 409 for a merchant that is not closed, or closed and reinstated", async () => {
    const { id } = await makeMerchant();
    moveClock(3 * DAY);
    expectFailure(await erase(id), ...NOT_CLOSED);
    await pull(id, "close", { reason: "The contract has ended" });
    await pull(id, "reinstate");
    moveClock(3 * DAY);
    expectFailure(await erase(id), ...NOT_CLOSED);
  });

  it("returns 409 while a payment is open", async () => {
    muteLog();
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant, { expires_in: 7 * 24 * 60 * 60 });
    await pull(merchant.id, "close", { reason: "The contract has ended" });
    moveClock(3 * DAY);
    expectFailure(await erase(merchant.id), ...UNSETTLED);
    moveClock(5 * DAY);
    await runSweep();
    await published(id);
    expectFailure(await erase(merchant.id), ...NOT_QUIET);
    moveClock(3 * DAY);
    expect((await erase(merchant.id)).status).toBe(202);
  });

  it("returns 409 while a refund is not settled", async () => {
    const merchant = await makeMerchant();
    const { id } = await makePaidIntent(merchant);
    expect((await refund(merchant, id)).status).toBe(200);
    await published(id);
    await pull(merchant.id, "close", { reason: "The contract has ended" });
    moveClock(3 * DAY);
    expectFailure(await erase(merchant.id), ...UNSETTLED);
  });

  it("returns 409 until 48 hours after the merchant was closed", async () => {
    const { id } = await makeMerchant();
    moveClock(30 * DAY);
    await pull(id, "close", { reason: "The contract has ended" });
    expectFailure(await erase(id), ...NOT_QUIET);
    moveClock(47 * HOUR);
    expectFailure(await erase(id), ...NOT_QUIET);
    moveClock(2 * HOUR);
    expect((await erase(id)).status).toBe(202);
  });
});

describe("a merchant that is erased, or is to be", () => {
  const CHANGES: [string, object?][] = [
    ["activate"],
    ["deactivate"],
    ["rotate-credentials"],
    ["suspend", { reason: "Fraud" }],
    ["reinstate"],
    ["stop-refunds", { reason: "Fraud" }],
    ["allow-refunds"],
    ["counters/:counterID/revoke", { reason: "Fraud" }],
  ];

  it("can be neither reopened nor changed", async () => {
    muteLog();
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    await closeAndWait({ ...merchant, mark: "it" });
    await erase(merchant.id);
    const expectRefused = async () => {
      const token = await adminToken();
      for (const [action, json] of CHANGES) {
        const path = actionPath(action, merchant.id, counter.id);
        expectFailure(await call("POST", path, { token, ...(json && { json }) }), ...ERASED);
      }
      const path = `${MERCHANT_API}/merchants/${merchant.id}`;
      expectFailure(await call("PATCH", path, { token, json: { business_name: "New" } }), ...ERASED);
    };
    await expectRefused();
    await sweepUntilErased(merchant.id);
    await expectRefused();
    expect(await readMerchant(merchant.id)).toMatchObject({ status: "closed", business_name: "erased" });
    const tasks = "SELECT kind FROM provider_tasks WHERE merchant_id = ?";
    expect(await sharedRows.all(tasks, merchant.id)).toEqual([]);
  });

  it("is the only one whose data is erased", async () => {
    muteLog();
    const other = await makeMerchant({ business_name: "Other shop" });
    const { id } = await makePaidIntent(other, { fields: { description: "Tea" } });
    await collect(id);
    const merchant = await makeClosed();
    await erase(merchant.id);
    const before = await rowsOf(other.id).first("SELECT * FROM merchants WHERE id = ?", other.id);
    await sweepUntilErased(merchant.id);
    expect(await rowsOf(other.id).first("SELECT * FROM merchants WHERE id = ?", other.id)).toEqual(before);
    expect(
      await rowsOf(id).first("SELECT description, merchant_name FROM payment_intents WHERE id = ?", id),
    ).toEqual({ description: "Tea", merchant_name: "Other shop" });
  });
});
