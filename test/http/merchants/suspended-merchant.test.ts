// A suspended merchant: every command is refused from that moment, whatever token comes with it.

import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { cancel, makeIntent, makePaidIntent, postIntent } from "../../support/intents.ts";
import { makeMerchantWithWebhook, makeWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { OPERATIONS } from "../../support/roles.ts";
import { rowsOf } from "../../support/rows.ts";
import { reinstate, suspend } from "../../support/stops.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

const SUSPENDED = [403, "merchant_suspended", "Merchant is suspended"] as const;

async function openShop() {
  const merchant = await makeMerchantWithWebhook({ url: "https://shop.test/hook" });
  const [counter, wallet] = [await makeCounter(merchant), await makeWallet()];
  const { id: open } = await makeIntent(counter);
  await makePaidIntent(merchant, { wallet });
  return { merchant, counter, wallet, open };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Commands with a token that are not a merchant's. */
const OTHERS = /\/(register|merchants\/|admin\/)|^\w+ \/(wallet|desk)\//;

/** All that a merchant's token may send. */
const COMMANDS = Object.entries(OPERATIONS).filter(([name]) => !/^GET /.test(name) && !OTHERS.test(name));

const CALLERS = {
  "merchant client": async ({ merchant }: Shop) => merchant.token,
  "dashboard user": async ({ merchant }: Shop) => merchantToken(merchant.id, withRoles("merchant")),
  "admin with a merchant": async ({ merchant }: Shop) => merchantToken(merchant.id, withRoles("admin")),
};

const COLUMNS = {
  payment_intents: "*",
  counters: "*",
  // A service in a process of its own tries the deliveries meanwhile.
  events: "id, intent_id, sequence, type, payload, delivery_status",
};

/** Everything stored about the merchant. */
async function storedOf({ merchant }: Shop): Promise<string> {
  const { all } = rowsOf(merchant.id);
  const tables = Object.entries(COLUMNS).map(([table, columns]) =>
    all(`SELECT ${columns} FROM ${table} WHERE merchant_id = ? ORDER BY id`, merchant.id),
  );
  const row = all("SELECT * FROM merchants WHERE id = ?", merchant.id);
  return JSON.stringify(await Promise.all([...tables, row]));
}

describe("a suspended merchant", () => {
  let shop: Shop;
  let before: string;
  let listed: unknown;
  /** Made before the suspension, as each makes what it is about. */
  const requests: Record<string, { path: string; json?: unknown }> = {};

  beforeAll(async () => {
    shop = await openShop();
    for (const [name, { request }] of COMMANDS) requests[name] = await request(shop.merchant);
    listed = await listIntents(shop.merchant);
    await suspend(shop.merchant);
    before = await storedOf(shop);
  });

  describe.each(Object.keys(CALLERS) as (keyof typeof CALLERS)[])(
    "with a token that a %s already has",
    (caller) => {
      it.each(COMMANDS)("is refused %s", async (name, { row }) => {
        const [method = ""] = name.split(" ");
        const { path, json } = requests[name] ?? { path: "" };
        const response = await call(method, path, { token: await CALLERS[caller](shop), json });
        if (name === "POST /sandbox/v1/wallets" && caller === "admin with a merchant")
          expect(response.status).toBe(201);
        else if (row[caller] === "S")
          expect([response.status, response.body.code]).toEqual([403, "sign_in_required"]);
        else expectFailure(response, ...SUSPENDED);
        expect(await storedOf(shop)).toBe(before);
      });
    },
  );

  it("is refused what its counters' tokens could do", async () => {
    expectFailure(await postIntent(shop.counter, { amount: 1 }), ...SUSPENDED);
    expectFailure(await cancel(shop.counter, shop.open), ...SUSPENDED);
    expect(await storedOf(shop)).toBe(before);
  });

  it("still reads with the tokens it has", async () => {
    for (const { token } of [shop.merchant, shop.counter]) {
      expect((await readIntent({ token }, shop.open)).status).toBe(200);
      expect(await listIntents({ token })).toEqual(listed);
    }
  });
});

describe("POST /merchant/api/v1/payment-intents of a suspended merchant", () => {
  it("refuses a repeated request under its Idempotency-Key, too", async () => {
    const { merchant, wallet, counter } = await openShop();
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
