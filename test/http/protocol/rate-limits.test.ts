import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { adminToken } from "../../support/api.ts";
import { ADMIN } from "../../support/identity-provider.ts";
import { makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, TOKEN_PATH, WALLET_API } from "../../support/paths.ts";
import {
  bearer,
  closedLimiter,
  expectLimited,
  fromAddress,
  newAddress,
  type Send,
  startService,
  statusesOf,
  withinOneMinute,
} from "../../support/rate-limits.ts";
import { ledgerRows } from "../../support/rows.ts";

describe("public reads", () => {
  it("are limited to 120 a minute per address and intent", async ({ merchant }) => {
    const [intent, other] = [await makeIntent(merchant), await makeIntent(merchant)];
    const pathOf = ({ id }: { id: string }) => `${MERCHANT_API}/public/payment-intents/${id}`;
    const send = startService();
    await withinOneMinute(async () => {
      const address = newAddress();
      const poll = () => send(pathOf(intent), fromAddress(address));
      expect(await statusesOf(120, poll)).toEqual(Array(120).fill(200));
      const refused = await poll();
      expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
      await expectLimited(refused);
      expect((await send(pathOf(intent), fromAddress(newAddress()))).status).toBe(200);
      expect((await send(pathOf(other), fromAddress(address))).status).toBe(200);
    });
  });

  it("count when they return 304 or 404, but not as preflights", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const send = startService();
    const missing = `${MERCHANT_API}/public/payment-intents/${crypto.randomUUID()}`;
    for (const [path, status] of [
      [`${MERCHANT_API}/public/payment-intents/${id}`, 304],
      [missing, 404],
    ] as const) {
      await withinOneMinute(async () => {
        const init = fromAddress(newAddress(), { "If-None-Match": "*" });
        expect(await statusesOf(130, () => send(path, { ...init, method: "OPTIONS" }))).toEqual(
          Array(130).fill(204),
        );
        expect(await statusesOf(120, () => send(path, init))).toEqual(Array(120).fill(status));
        await expectLimited(await send(path, init));
      });
    }
  });

  it("count together, however the intent's id is written", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const send = startService();
    const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    await withinOneMinute(async () => {
      const address = newAddress();
      const poll = (written: string) =>
        send(`${MERCHANT_API}/public/payment-intents/${written}`, fromAddress(address));
      expect(await statusesOf(120, () => poll(id))).toEqual(Array(120).fill(200));
      expect((await poll(id.toUpperCase())).status).toBe(429);
      expect((await poll(escaped)).status).toBe(429);
    });
  });
});

describe("lists that may read thousands of rows", () => {
  it("have a limit of their own for each caller; cursors and single filters do not count", async ({
    merchant,
  }) => {
    const limiter = closedLimiter();
    const send = startService({ LIMIT_LONG_READS: limiter });
    const [counters, transactions, deliveries, merchants] = [
      `${MERCHANT_API}/counters`,
      `${MERCHANT_API}/transactions`,
      `${MERCHANT_API}/webhook-deliveries`,
      `${MERCHANT_API}/public/merchants`,
    ];
    const statusOf = async (path: string) => {
      const response = await send(path, { headers: bearer(merchant) });
      await response.arrayBuffer();
      return [path, response.status];
    };
    for (const path of [
      `${INTENTS}?page=252`,
      `${INTENTS}?status=pending&reference=order-1`,
      `${counters}?page=252`,
      `${transactions}?page=52&limit=100`,
      `${deliveries}?endpoint=merchant`,
      `${deliveries}?status=delivered`,
      `${merchants}?page=252`,
    ]) {
      expect(await statusOf(path)).toEqual([path, 429]);
    }
    expect(new Set(limiter.keys).size).toBe(2);
    for (const path of [
      `${INTENTS}?page=251`,
      `${INTENTS}?status=pending&created_from=2026-01-01T00:00:00Z`,
      counters,
      `${transactions}?page=2`,
      `${deliveries}?status=failed`,
      merchants,
    ]) {
      expect(await statusOf(path)).toEqual([path, 200]);
    }
  });

  it("include a wallet's transactions where the ledger does not return its metadata", async ({
    merchant,
    wallet,
  }) => {
    await makePaidIntent(merchant, { wallet });
    const limiter = closedLimiter();
    const send = startService({ LIMIT_LONG_READS: limiter });
    const read = () => send(`${WALLET_API}/transactions`, { headers: bearer(wallet) });
    expect((await read()).status).toBe(200);
    await ledgerRows.run(
      "UPDATE ledger_transactions SET metadata = '{}' WHERE from_account_id = ?",
      wallet.id,
    );
    await expectLimited(await read());
    expect(limiter.keys).toEqual([`wallet ${wallet.id}`]);
  });
});

describe("downloads of payments", () => {
  it("have a limit of their own, which all users of a merchant share", async ({ merchant }) => {
    const limiter = closedLimiter();
    const send = startService({ LIMIT_DOWNLOADS: limiter });
    const { status } = await send(`${MERCHANT_API}/payments.csv`, { headers: bearer(merchant) });
    expect([status, limiter.keys]).toEqual([429, [merchant.id]]);
  });

  it("count together with exports of the merchant", async () => {
    const [merchant, limiter] = [await makeMerchant(), closedLimiter()];
    const send = startService({ LIMIT_DOWNLOADS: limiter });
    const headers = bearer({ token: await adminToken() });
    const { status } = await send(`${MERCHANT_API}/admin/merchants/${merchant.id}/export`, { headers });
    expect([status, limiter.keys]).toEqual([429, [merchant.id]]);
  });
});

describe("RATE_LIMITS", () => {
  const ALL_CLOSED = () => {
    const limits = Object.keys(env).filter((name) => name.startsWith("LIMIT_"));
    return Object.fromEntries(limits.map((name) => [name, closedLimiter()]));
  };

  async function useEverything(send: Send): Promise<number[]> {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const address = newAddress();
    const token = (secret: string) =>
      send(TOKEN_PATH, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: ADMIN.clientId,
          client_secret: secret,
        }),
        ...fromAddress(address),
      });
    return [
      await send(`${MERCHANT_API}/public/payment-intents/${id}`, fromAddress(address)),
      await send(`${INTENTS}/${id}`, { headers: bearer(merchant) }),
      await send(`${INTENTS}/${id}/cancel`, { method: "POST", headers: bearer(merchant) }),
      await token("wrong"),
      await token(ADMIN.clientSecret),
      await send(`${MERCHANT_API}/public/payment-intents/${crypto.randomUUID()}`, fromAddress(address)),
    ].map(({ status }) => status);
  }

  it("off disables all of them", async () => {
    const limits = ALL_CLOSED();
    expect(await useEverything(startService({ ...limits, RATE_LIMITS: "off" }))).toEqual([
      200, 200, 200, 401, 200, 404,
    ]);
    expect(Object.values(limits).flatMap(({ keys }) => keys)).toEqual([]);
  });

  it("is on by default", async () => {
    expect(await useEverything(startService({ ...ALL_CLOSED(), RATE_LIMITS: "" }))).toEqual(
      Array(6).fill(429),
    );
  });
});
