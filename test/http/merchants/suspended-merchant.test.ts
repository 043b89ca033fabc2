// A suspended merchant: every command is refused from that moment, whatever token comes with it.

import { beforeAll, describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { makeCounter, type TestCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { cancel, makeIntent, postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { reinstate, suspend } from "../../support/levers.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { type Caller, OPERATIONS } from "../../support/roles.ts";
import { rowsOf } from "../../support/rows.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

const SUSPENDED = [403, "merchant_suspended", "Merchant is suspended"] as const;

/** What a merchant's user may change: every route that is not public has a row in the table of roles. */
const COMMANDS = Object.entries(OPERATIONS).filter(
  ([name, { row }]) => !name.startsWith("GET ") && typeof row["dashboard user"] === "number",
);

const CALLERS: [who: string, as: Caller, tokenOf: (merchant: TestMerchant) => Promise<string>][] = [
  ["the merchant's client", "merchant client", async ({ token }) => token],
  ["its dashboard user", "dashboard user", ({ id }) => merchantToken(id, withRoles("merchant"))],
  [
    "an administrator acting for it",
    "admin with a merchant",
    ({ id }) => merchantToken(id, withRoles("admin")),
  ],
];

/** Everything stored about the merchant. */
async function storedOf({ id }: TestMerchant): Promise<string> {
  const { all } = rowsOf(id);
  const tables = ["payment_intents", "counters", "events"].map((table) =>
    all(`SELECT * FROM ${table} WHERE merchant_id = ? ORDER BY id`, id),
  );
  return JSON.stringify(await Promise.all([...tables, all("SELECT * FROM merchants WHERE id = ?", id)]));
}

describe("a suspended merchant", () => {
  let merchant: TestMerchant;
  let counter: TestCounter;
  let open: string;
  let before: string;
  const requests: Record<string, { path: string; json?: unknown }> = {};

  beforeAll(async () => {
    merchant = await makeMerchant();
    counter = await makeCounter(merchant);
    open = (await makeIntent(merchant, { counter_id: counter.id })).id;
    for (const [name, { request }] of COMMANDS) requests[name] = await request(merchant);
    await suspend(merchant);
    before = await storedOf(merchant);
  });

  describe.each(CALLERS)("with a token that %s already has", (_, caller, tokenOf) => {
    it.each(COMMANDS)("is refused %s", async (name, { row }) => {
      const [method = ""] = name.split(" ");
      const { path = "", json } = requests[name] ?? {};
      const response = await call(method, path, { token: await tokenOf(merchant), json });
      if (name === "POST /sandbox/v1/wallets" && caller === "admin with a merchant")
        expect(response.status).toBe(201);
      else if (row[caller] === "S")
        expect([response.status, response.body.code]).toEqual([403, "sign_in_required"]);
      else expectFailure(response, ...SUSPENDED);
      expect(await storedOf(merchant)).toBe(before);
    });
  });

  it("has commands", () => {
    expect(COMMANDS.length).toBeGreaterThan(25);
  });

  it("is refused what its counters' tokens could do", async () => {
    expectFailure(await postIntent(counter, { amount: 1 }), ...SUSPENDED);
    expectFailure(await cancel(counter, open), ...SUSPENDED);
    expect(await storedOf(merchant)).toBe(before);
  });

  it("still reads with the tokens it has", async () => {
    for (const { token } of [merchant, counter]) {
      expect((await readIntent({ token }, open)).status).toBe(200);
      expect((await listIntents({ token })).length).toBeGreaterThan(2);
    }
  });
});

describe("POST /merchant/api/v1/payment-intents of a suspended merchant", () => {
  it("refuses a repeated request under its Idempotency-Key, too", async ({ merchant, wallet, counter }) => {
    const headers = { "Idempotency-Key": "order-1" };
    const json = { amount: 1 };
    const scan = { ...json, scan_token: wallet.id, counter_id: counter.id };
    const send = () => call("POST", INTENTS, { token: merchant.token, headers, json });
    const sendScan = () =>
      call("POST", `${MERCHANT_API}/scan-payment`, { token: merchant.token, headers, json: scan });
    expect([(await send()).status, (await sendScan()).status]).toEqual([201, 201]);
    await suspend(merchant);
    for (const response of [await send(), await sendScan()]) expectFailure(response, ...SUSPENDED);
    await reinstate(merchant);
    expect([(await send()).status, (await sendScan()).status]).toEqual([201, 201]);
  });
});
