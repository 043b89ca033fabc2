// A suspended merchant: every command is refused from that moment, whatever token comes with it.

import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { makeApproval } from "../../support/approvals.ts";
import { COUNTERS, makeCounter, type TestCounter } from "../../support/counters.ts";
import { DELIVERIES } from "../../support/deliveries.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { cancel, makeIntent, makePaidIntent, postIntent } from "../../support/intents.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { PART_COMMANDS } from "../../support/part-rows.ts";
import {
  makeMerchantWithWebhook,
  makeWallet,
  type TestMerchant,
  type TestWallet,
} from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API } from "../../support/paths.ts";
import { routesWithToken } from "../../support/routes.ts";
import { rowsOf } from "../../support/rows.ts";
import { openTill } from "../../support/sessions.ts";
import { reinstate, suspend } from "../../support/stops.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

const SUSPENDED = [403, "merchant_suspended", "Merchant is suspended"] as const;

interface Shop {
  merchant: TestMerchant;
  counter: TestCounter;
  wallet: TestWallet;
  open: string;
  /** Waits for its customer's approval. */
  scanned: string;
  paid: string;
  event: string;
  userId: string;
  tillId: string;
}

async function openShop(): Promise<Shop> {
  const merchant = await makeMerchantWithWebhook({ url: "https://shop.test/hook" });
  const [counter, wallet] = [
    await makeCounter(merchant, { webhook_url: "https://till.test/" }),
    await makeWallet(),
  ];
  const { id: open } = await makeIntent(counter as unknown as TestMerchant);
  const { id: paid } = await makePaidIntent(merchant, { wallet });
  const { id: scanned } = await makeApproval(merchant, wallet);
  const { body } = await call("GET", `${MERCHANT_API}/payment-intents/${paid}/events`, {
    token: merchant.token,
  });
  const invited = await call("POST", `${MERCHANT_API}/users`, {
    token: (await ownerOf(merchant)).token,
    json: { email: uniqueEmail(), role: "staff" },
  });
  const { session } = await openTill(merchant.id, counter.id);
  const ids = { event: body.events[0].id, userId: invited.body.user.id, tillId: session.id };
  return { merchant, counter, wallet, open, scanned, paid, ...ids };
}

type Request = (shop: Shop) => { path: string; json?: unknown };

const range = { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };

/** A request for each command that a merchant's token may send; all of them succeed while it is not suspended. */
const COMMANDS: Record<string, Request> = {
  "PUT /sandbox/v1/faults": () => ({ path: "/sandbox/v1/faults", json: { faults: [] } }),
  "POST /sandbox/v1/clock": () => ({ path: "/sandbox/v1/clock", json: { minutes: 1 } }),
  "POST /merchant/api/v1/payment-intents": () => ({ path: INTENTS, json: { amount: 1 } }),
  "POST /merchant/api/v1/payment-intents/:intentID/cancel": ({ open }) => ({
    path: `${INTENTS}/${open}/cancel`,
  }),
  "POST /merchant/api/v1/payment-intents/:intentID/withdraw": ({ scanned }) => ({
    path: `${INTENTS}/${scanned}/withdraw`,
  }),
  "POST /merchant/api/v1/payment-intents/:intentID/refund": ({ paid }) => ({
    path: `${INTENTS}/${paid}/refund`,
  }),
  "POST /merchant/api/v1/scan-payment": ({ wallet, counter }) => ({
    path: `${MERCHANT_API}/scan-payment`,
    json: { scan_token: wallet.id, counter_id: counter.id, amount: 1 },
  }),
  "POST /merchant/api/v1/counters": () => ({ path: COUNTERS, json: { name: "Till 2" } }),
  "PUT /merchant/api/v1/counters/:counterID": ({ counter }) => ({
    path: `${COUNTERS}/${counter.id}`,
    json: { name: "Till 3" },
  }),
  "DELETE /merchant/api/v1/counters/:counterID": ({ counter }) => ({ path: `${COUNTERS}/${counter.id}` }),
  "POST /merchant/api/v1/counters/:counterID/rotate-secret": ({ counter }) => ({
    path: `${COUNTERS}/${counter.id}/rotate-secret`,
  }),
  "POST /merchant/api/v1/counters/:counterID/test-webhook": ({ counter }) => ({
    path: `${COUNTERS}/${counter.id}/test-webhook`,
  }),
  "PUT /merchant/api/v1/webhook": () => ({
    path: `${MERCHANT_API}/webhook`,
    json: { url: "https://new.test/" },
  }),
  "POST /merchant/api/v1/webhook/rotate-secret": () => ({ path: `${MERCHANT_API}/webhook/rotate-secret` }),
  "POST /merchant/api/v1/webhook/test": () => ({ path: `${MERCHANT_API}/webhook/test` }),
  "POST /merchant/api/v1/webhook-deliveries/:deliveryID/redeliver": ({ event }) => ({
    path: `${DELIVERIES}/${event}/redeliver`,
  }),
  "POST /merchant/api/v1/webhook-deliveries/recover": () => ({ path: `${DELIVERIES}/recover`, json: range }),
  "PUT /merchant/api/v1/settings": () => ({
    path: `${MERCHANT_API}/settings`,
    json: { time_zone: "Europe/Berlin" },
  }),
  "PUT /merchant/api/v1/settings/logo": () => ({ path: `${MERCHANT_API}/settings/logo` }),
  "DELETE /merchant/api/v1/settings/logo": () => ({ path: `${MERCHANT_API}/settings/logo` }),
  "PUT /merchant/api/v1/settings/return-schemes": () => ({
    path: `${MERCHANT_API}/settings/return-schemes`,
    json: { return_schemes: [] },
  }),
  "POST /merchant/api/v1/users": () => ({
    path: `${MERCHANT_API}/users`,
    json: { email: uniqueEmail(), role: "staff" },
  }),
  "PATCH /merchant/api/v1/users/:userID": ({ userId }) => ({
    path: `${MERCHANT_API}/users/${userId}`,
    json: { role: "owner" },
  }),
  "DELETE /merchant/api/v1/users/:userID": ({ userId }) => ({ path: `${MERCHANT_API}/users/${userId}` }),
  "POST /merchant/api/v1/counters/:counterID/pairings": ({ counter }) => ({
    path: `${COUNTERS}/${counter.id}/pairings`,
  }),
  "POST /merchant/api/v1/counters/:counterID/credentials": ({ counter }) => ({
    path: `${COUNTERS}/${counter.id}/credentials`,
  }),
  "PATCH /merchant/api/v1/counters/:counterID/tills/:tillID": ({ counter, tillId }) => ({
    path: `${COUNTERS}/${counter.id}/tills/${tillId}`,
    json: { name: "Bar" },
  }),
  "DELETE /merchant/api/v1/counters/:counterID/tills/:tillID": ({ counter, tillId }) => ({
    path: `${COUNTERS}/${counter.id}/tills/${tillId}`,
  }),
  "POST /merchant/api/v1/credentials/rotate": () => ({ path: `${MERCHANT_API}/credentials/rotate` }),
  "POST /sandbox/v1/wallets": () => ({ path: `${SANDBOX_API}/wallets`, json: { balance: 1 } }),
  "POST /sandbox/v1/payment-intents/:intentID/simulate": ({ open }) => ({
    path: `${SANDBOX_API}/payment-intents/${open}/simulate`,
    json: { action: "pay" },
  }),
  ...PART_COMMANDS,
};

/** Commands with a token that are not a merchant's. */
const OTHERS = /\/(register|merchants\/|admin\/)|^\w+ \/(wallet|desk)\//;

/** Refused to whoever has not signed in, suspended or not. */
const FOR_SIGNED_IN = /\/(users|pairings|credentials|settings\/return-schemes)\b/;

const CALLERS = {
  "the merchant's client": async ({ merchant }: Shop) => merchant.token,
  "its dashboard user": async ({ merchant }: Shop) => merchantToken(merchant.id, withRoles("merchant")),
  "an administrator acting for it": async ({ merchant }: Shop) =>
    merchantToken(merchant.id, withRoles("admin")),
};

/** Everything stored about the merchant. */
async function storedOf({ merchant }: Shop): Promise<string> {
  const { all } = rowsOf(merchant.id);
  const tables = ["payment_intents", "counters", "events"].map((table) =>
    all(`SELECT * FROM ${table} WHERE merchant_id = ? ORDER BY id`, merchant.id),
  );
  const row = all("SELECT * FROM merchants WHERE id = ?", merchant.id);
  return JSON.stringify(await Promise.all([...tables, row]));
}

describe("a suspended merchant", () => {
  let shop: Shop;
  let before: string;

  beforeAll(async () => {
    shop = await openShop();
    await suspend(shop.merchant);
    before = await storedOf(shop);
  });

  describe.each(Object.entries(CALLERS))("with a token that %s already has", (_, tokenOf) => {
    it.each(Object.entries(COMMANDS))("is refused %s", async (name, request) => {
      const [method = ""] = name.split(" ");
      const { path, json } = request(shop);
      const isAdminsWallet =
        name === "POST /sandbox/v1/wallets" && tokenOf === CALLERS["an administrator acting for it"];
      const response = await call(method, path, { token: await tokenOf(shop), json });
      const isSignedIn = tokenOf === CALLERS["its dashboard user"];
      if (isAdminsWallet) expect(response.status).toBe(201);
      else if (FOR_SIGNED_IN.test(name) && !isSignedIn)
        expect([response.status, response.body.code]).toEqual([403, "sign_in_required"]);
      else expectFailure(response, ...SUSPENDED);
      expect(await storedOf(shop)).toBe(before);
    });
  });

  it("has no other command", () => {
    const commands = routesWithToken().filter((route) => !/^GET /.test(route) && !OTHERS.test(route));
    expect(commands.filter((route) => !(route in COMMANDS))).toEqual([]);
  });

  it("is refused what its counters' tokens could do", async () => {
    expectFailure(await postIntent(shop.counter, { amount: 1 }), ...SUSPENDED);
    expectFailure(await cancel(shop.counter, shop.open), ...SUSPENDED);
    expect(await storedOf(shop)).toBe(before);
  });

  it("still reads with the tokens it has", async () => {
    for (const { token } of [shop.merchant, shop.counter]) {
      expect((await readIntent({ token }, shop.open)).status).toBe(200);
      expect((await listIntents({ token })).length).toBe(3);
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
