import { afterEach, describe, expect, it } from "vitest";
import { moveClock, restoreClock } from "../support/clock.ts";
import { makeCounter } from "../support/counters.ts";
import { INTENTS, MERCHANT_API, makeIntent, makeMerchant } from "../support/factories.ts";
import { ADMIN, basic, TOKEN_PATH } from "../support/identity-provider.ts";
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
} from "../support/rate-limits.ts";

afterEach(restoreClock);

describe("public reads", () => {
  it("are limited to 120 a minute per address and intent", async () => {
    const merchant = await makeMerchant();
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

describe("the token endpoint", () => {
  const credentials = (clientId: string, clientSecret: string) =>
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
  const post = (send: Send, address: string, body: URLSearchParams) =>
    send(TOKEN_PATH, { method: "POST", body, ...fromAddress(address) });
  const right = credentials(ADMIN.clientId, ADMIN.clientSecret);
  const wrong = () => credentials(`nobody-${crypto.randomUUID()}`, "wrong");

  it("accepts 60 failures a minute from one address, then refuses even valid credentials", async () => {
    const send = startService();
    await withinOneMinute(async () => {
      const address = newAddress();
      expect(await statusesOf(60, () => post(send, address, wrong()))).toEqual(Array(60).fill(401));
      await expectLimited(await post(send, address, wrong()));
      await expectLimited(await post(send, address, right));
      expect((await post(send, newAddress(), right)).status).toBe(200);
    });
  });

  it("accepts an address again after a minute", async () => {
    const send = startService();
    const address = newAddress();
    await statusesOf(130, () => post(send, address, wrong()));
    await expectLimited(await post(send, address, right));
    moveClock(30_000);
    await expectLimited(await post(send, address, right));
    moveClock(30_001);
    expect((await post(send, address, right)).status).toBe(200);
  });

  it("does not count successes as failures", async () => {
    const LIMIT_TOKEN_FAILURES = closedLimiter();
    const send = startService({ LIMIT_TOKEN_FAILURES });
    const address = newAddress();
    expect(await statusesOf(3, () => post(send, address, right))).toEqual([200, 200, 200]);
    expect(LIMIT_TOKEN_FAILURES.keys).toEqual([]);
    await post(send, address, wrong());
    expect(LIMIT_TOKEN_FAILURES.keys).toEqual([address]);
  });

  it("counts by client, however it authenticates, and never by its secret", async () => {
    const LIMIT_TOKEN_CLIENT = closedLimiter();
    const send = startService({ LIMIT_TOKEN_CLIENT });
    await expectLimited(await post(send, newAddress(), right));
    await expectLimited(
      await send(TOKEN_PATH, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "client_credentials" }),
        ...fromAddress(newAddress(), { Authorization: basic(ADMIN.clientId, ADMIN.clientSecret) }),
      }),
    );
    expect(LIMIT_TOKEN_CLIENT.keys).toEqual([ADMIN.clientId, ADMIN.clientId]);
  });
});

describe("writes and reads with a token", () => {
  it("are counted by client, each kind separately", async () => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    const { id } = await makeIntent(merchant);
    const body = JSON.stringify({ amount: 1 });
    const create = (send: Send, caller: { token: string }) =>
      send(INTENTS, {
        method: "POST",
        body,
        headers: { ...bearer(caller), "Content-Type": "application/json" },
      });

    const LIMIT_WRITES = closedLimiter();
    const withoutWrites = startService({ LIMIT_WRITES });
    for (const caller of [merchant, counter]) await expectLimited(await create(withoutWrites, caller));
    for (const action of ["cancel", "refund"]) {
      const init = { method: "POST", headers: bearer(merchant) };
      await expectLimited(await withoutWrites(`${INTENTS}/${id}/${action}`, init));
    }
    expect((await withoutWrites(`${INTENTS}/${id}`, { headers: bearer(merchant) })).status).toBe(200);
    const { clientId } = merchant;
    expect(LIMIT_WRITES.keys).toEqual([clientId, counter.clientId, clientId, clientId]);

    const LIMIT_READS = closedLimiter();
    const withoutReads = startService({ LIMIT_READS });
    for (const path of [INTENTS, `${INTENTS}/${id}`, `${MERCHANT_API}/counters`]) {
      await expectLimited(await withoutReads(path, { headers: bearer(merchant) }));
    }
    expect((await create(withoutReads, merchant)).status).toBe(201);
    expect(LIMIT_READS.keys).toEqual([clientId, clientId, clientId]);
  });

  it("count HEAD as a read", async () => {
    const merchant = await makeMerchant();
    const [LIMIT_WRITES, LIMIT_READS] = [closedLimiter(), closedLimiter()];
    await startService({ LIMIT_WRITES, LIMIT_READS })(INTENTS, { method: "HEAD", headers: bearer(merchant) });
    expect([LIMIT_WRITES.keys, LIMIT_READS.keys]).toEqual([[], [merchant.clientId]]);
  });

  it("do not count requests with an invalid token", async () => {
    const [LIMIT_WRITES, LIMIT_READS] = [closedLimiter(), closedLimiter()];
    const send = startService({ LIMIT_WRITES, LIMIT_READS });
    const { token } = await makeMerchant();
    for (const bad of ["", "garbage", `${token}x`]) {
      expect((await send(INTENTS, { headers: bearer({ token: bad }) })).status).toBe(401);
    }
    expect([...LIMIT_WRITES.keys, ...LIMIT_READS.keys]).toEqual([]);
  });

  it("change nothing when they are refused", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const init = { method: "POST", headers: bearer(merchant) };
    await expectLimited(
      await startService({ LIMIT_WRITES: closedLimiter() })(`${INTENTS}/${id}/cancel`, init),
    );
    expect((await startService()(`${INTENTS}/${id}/cancel`, init)).status).toBe(200);
  });
});

describe("RATE_LIMITS", () => {
  const ALL_CLOSED = () => ({
    LIMIT_TOKEN_CLIENT: closedLimiter(),
    LIMIT_TOKEN_FAILURES: closedLimiter(),
    LIMIT_WRITES: closedLimiter(),
    LIMIT_READS: closedLimiter(),
    LIMIT_PUBLIC_READS: closedLimiter(),
  });

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
    ].map(({ status }) => status);
  }

  it("off disables all of them", async () => {
    const limits = ALL_CLOSED();
    expect(await useEverything(startService({ ...limits, RATE_LIMITS: "off" }))).toEqual([
      200, 200, 200, 401, 200,
    ]);
    expect(Object.values(limits).flatMap(({ keys }) => keys)).toEqual([]);
  });

  it("is on by default", async () => {
    expect(await useEverything(startService({ ...ALL_CLOSED(), RATE_LIMITS: "" }))).toEqual(
      Array(5).fill(429),
    );
  });
});
