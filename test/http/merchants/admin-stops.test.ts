// What an administrator's stops do to the record: see suspension.test.ts and the tests of each stop for their effect.

import { describe, expect } from "vitest";
import { adminToken, call, ISO_TIME } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { pull, STOPS } from "../../support/stops.ts";

const MERCHANTS = `${MERCHANT_API}/merchants`;

async function rowOf(merchantId: string) {
  const { body } = await call("GET", `${MERCHANTS}?limit=100`, { token: await adminToken() });
  return body.merchants.find(({ id }: { id: string }) => id === merchantId);
}

async function emailOf(merchantId: string): Promise<string> {
  return (await rowOf(merchantId)).email;
}

/** The stop with an address and a counter of the merchant's own. */
async function ready(merchant: { id: string; token: string }, [path, json]: [string, (object | undefined)?]) {
  const counter = path.includes(":counterID") ? (await makeCounter(merchant)).id : "";
  const email = await emailOf(merchant.id);
  return {
    path: path.replace(":counterID", counter),
    json: json !== undefined && "email" in json ? { ...json, email } : json,
  };
}

const STOPS_AND_ENDS = [
  ["suspend", "reinstate", "suspended_at", "suspension_reason", "merchant.suspended", "merchant.reinstated"],
  [
    "stop-refunds",
    "allow-refunds",
    "refunds_stopped_at",
    "refunds_stop_reason",
    "refunds.stopped",
    "refunds.allowed",
  ],
] as const;

describe.each(STOPS_AND_ENDS)("%s and %s", (begin, end, at, reason, begun, ended) => {
  it("keep the first time and reason when repeated, and move updated_at only with a change", async ({
    merchant,
  }) => {
    const before = await rowOf(merchant.id);
    moveClock(1_000);
    expect((await pull(merchant.id, begin, { reason: " Fraud " })).body).toEqual({
      success: true,
      message: expect.stringMatching(/./),
    });
    const stopped = await rowOf(merchant.id);
    expect(stopped).toEqual({
      ...before,
      updated_at: expect.stringMatching(ISO_TIME),
      [at]: stopped.updated_at,
      [reason]: "Fraud",
    });
    expect(stopped.updated_at > before.updated_at).toBe(true);
    moveClock(1_000);
    expect((await pull(merchant.id, begin, { reason: "Another" })).status).toBe(200);
    expect(await rowOf(merchant.id)).toEqual(stopped);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await pull(merchant.id, end)).status).toBe(200);
      const after = await rowOf(merchant.id);
      expect(after).toEqual({ ...before, updated_at: after.updated_at });
      moveClock(attempt === 0 ? 0 : 1_000);
    }
  });

  it("leave one entry in the audit trail for each change", async () => {
    const lines = muteLog();
    const merchant = await makeMerchant();
    for (const stop of [begin, begin]) await pull(merchant.id, stop, { reason: "Fraud" });
    for (const stop of [end, end]) await pull(merchant.id, stop);
    const entries = [
      ...(await storedEntries(merchant.id, begun)),
      ...(await storedEntries(merchant.id, ended)),
    ];
    expect(entries).toMatchObject([
      { action: begun, actor: "platform-admin", actorKind: "administrator" },
      { action: ended, actor: "platform-admin", actorKind: "administrator" },
    ]);
    expect(entries.map(({ erasable }) => erasable.details?.value)).toEqual(["Fraud", undefined]);
    const logged = lines.filter((line) => line.includes(begun) || line.includes(ended));
    expect(logged).toHaveLength(2);
    expect(logged.join()).not.toContain("Fraud");
  });

  it("do not touch whether the merchant is active", async ({ merchant }) => {
    await pull(merchant.id, "deactivate");
    await pull(merchant.id, begin, { reason: "Fraud" });
    expect(await rowOf(merchant.id)).toMatchObject({ status: "inactive" });
    await pull(merchant.id, "activate");
    expect((await rowOf(merchant.id))[at]).not.toBeNull();
    await pull(merchant.id, end);
    expect(await rowOf(merchant.id)).toMatchObject({ status: "active", [at]: null });
  });
});

const withReason = STOPS.filter(([, json]) => json !== undefined && "reason" in json);
const withEmail = STOPS.filter(([, json]) => json !== undefined && "email" in json);

describe.each(STOPS)("POST /merchant/api/v1/merchants/{merchantID}/%s", (...stop) => {
  it("succeeds as often as it is sent", async ({ merchant }) => {
    const { path, json } = await ready(merchant, stop);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await pull(merchant.id, path, json)).status).toBe(200);
    }
  });
});

describe("a reason", () => {
  const REASONS = [undefined, 5, "", "  ", "x".repeat(501), "two\nlines", "re\u202eason", "\ud800"];

  it.each(withReason)(
    "that is no readable text is refused by %s, which then does nothing",
    async (...stop) => {
      const merchant = await makeMerchant();
      const { path, json } = await ready(merchant, stop);
      const before = await rowOf(merchant.id);
      for (const reason of REASONS) {
        expectInvalid(await pull(merchant.id, path, { ...json, reason }), "reason");
      }
      expect(await rowOf(merchant.id)).toEqual(before);
    },
  );
});

describe("an email address", () => {
  it.each(withEmail)("that is none, or of no user of the merchant, is refused by %s", async (path, json) => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    expectInvalid(await pull(merchant.id, path, { ...json, email: "owner" }), "email");
    for (const email of [await emailOf(other.id), "nobody@shop.test"]) {
      const response = await pull(merchant.id, path, { ...json, email });
      expectFailure(response, 404, "user_not_found", "User not found");
    }
    const results = await rowsOf(merchant.id).all(
      "SELECT * FROM disabled_users WHERE merchant_id IN (?, ?)",
      merchant.id,
      other.id,
    );
    expect(results).toEqual([]);
  });
});
