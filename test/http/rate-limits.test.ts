// The limits of wrangler.toml. Counters last for a whole minute of real time: every test has its own keys.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { moveClock, releaseClock } from "../support/clock.ts";
import { registerCounter } from "../support/counters.ts";
import { INTENTS, MERCHANT_API, makeIntent, makeMerchant } from "../support/factories.ts";
import { ADMIN, basic, TOKEN_PATH } from "../support/identity-provider.ts";

afterEach(releaseClock);

type Ask = (path: string, init?: RequestInit) => Promise<Response>;
type Limits = Partial<Record<`LIMIT_${string}`, Pick<RateLimit, "limit">>>;

const app = createApp();

function service(change: Limits & { RATE_LIMITS?: string } = {}): Ask {
  const environment = { ...env, RATE_LIMITS: "on", ...change } as Env;
  return async (path, init) => await app.request(path, init, environment, createExecutionContext());
}

/** A limiter that lets nothing through and notes what it was asked. */
function closed() {
  const keys: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => {
    keys.push(key);
    return { success: false };
  };
  return { limit, keys };
}

let addresses = 0;
const newAddress = () => `2001:db8::${(++addresses).toString(16)}:${crypto.randomUUID().slice(0, 4)}`;
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { "CF-Connecting-IP": address, ...headers },
});
const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

async function expectLimited(response: Response): Promise<void> {
  const requestId = response.headers.get("X-Request-Id");
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 429,
    body: { success: false, error: "Too many requests", code: "rate_limited", request_id: requestId },
  });
  const retryAfter = response.headers.get("Retry-After");
  expect(retryAfter).toMatch(/^\d+$/);
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
}

async function statusesOf(count: number, request: () => Promise<Response>): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, request));
  await Promise.all(responses.map((response) => response.arrayBuffer()));
  return responses.map(({ status }) => status);
}

/** Counting starts anew with every minute of the clock, so a test that meets its end is begun again, with new keys. */
async function withinOneMinute(test: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / 60_000);
  const begun = minute();
  try {
    await test();
  } catch (error) {
    if (minute() === begun) throw error;
    await test();
  }
}

describe("public reads", () => {
  it("are limited to 120 a minute per address and intent", async () => {
    const merchant = await makeMerchant();
    const [intent, other] = [await makeIntent(merchant), await makeIntent(merchant)];
    const pathOf = ({ id }: { id: string }) => `${MERCHANT_API}/public/payment-intents/${id}`;
    const ask = service();
    await withinOneMinute(async () => {
      const address = newAddress();
      const poll = () => ask(pathOf(intent), from(address));
      expect(await statusesOf(120, poll)).toEqual(Array(120).fill(200));
      const refused = await poll();
      expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
      await expectLimited(refused);
      expect((await ask(pathOf(intent), from(newAddress()))).status).toBe(200);
      expect((await ask(pathOf(other), from(address))).status).toBe(200);
    });
  });

  it("count when they return 304 or 404, but not as preflights", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const ask = service();
    const missing = `${MERCHANT_API}/public/payment-intents/${crypto.randomUUID()}`;
    for (const [path, status] of [
      [`${MERCHANT_API}/public/payment-intents/${id}`, 304],
      [missing, 404],
    ] as const) {
      await withinOneMinute(async () => {
        const init = from(newAddress(), { "If-None-Match": "*" });
        expect(await statusesOf(130, () => ask(path, { ...init, method: "OPTIONS" }))).toEqual(
          Array(130).fill(204),
        );
        expect(await statusesOf(120, () => ask(path, init))).toEqual(Array(120).fill(status));
        await expectLimited(await ask(path, init));
      });
    }
  });

  it("count together, however the intent's id is written", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const ask = service();
    const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    await withinOneMinute(async () => {
      const address = newAddress();
      const poll = (written: string) =>
        ask(`${MERCHANT_API}/public/payment-intents/${written}`, from(address));
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
  const post = (ask: Ask, address: string, body: URLSearchParams) =>
    ask(TOKEN_PATH, { method: "POST", body, ...from(address) });
  const right = credentials(ADMIN.clientId, ADMIN.clientSecret);
  const wrong = () => credentials(`nobody-${crypto.randomUUID()}`, "wrong");

  it("accepts 60 failures a minute from one address, then refuses even valid credentials", async () => {
    const ask = service();
    await withinOneMinute(async () => {
      const address = newAddress();
      expect(await statusesOf(60, () => post(ask, address, wrong()))).toEqual(Array(60).fill(401));
      await expectLimited(await post(ask, address, wrong()));
      await expectLimited(await post(ask, address, right));
      expect((await post(ask, newAddress(), right)).status).toBe(200);
    });
  });

  it("accepts an address again after a minute", async () => {
    const ask = service();
    const address = newAddress();
    await statusesOf(130, () => post(ask, address, wrong()));
    await expectLimited(await post(ask, address, right));
    moveClock(30_000);
    await expectLimited(await post(ask, address, right));
    moveClock(30_001);
    expect((await post(ask, address, right)).status).toBe(200);
  });

  it("does not count successes as failures", async () => {
    const LIMIT_TOKEN_FAILURES = closed();
    const ask = service({ LIMIT_TOKEN_FAILURES });
    const address = newAddress();
    expect(await statusesOf(3, () => post(ask, address, right))).toEqual([200, 200, 200]);
    expect(LIMIT_TOKEN_FAILURES.keys).toEqual([]);
    await post(ask, address, wrong());
    expect(LIMIT_TOKEN_FAILURES.keys).toEqual([address]);
  });

  it("counts by client, however it authenticates, and never by its secret", async () => {
    const LIMIT_TOKEN_CLIENT = closed();
    const ask = service({ LIMIT_TOKEN_CLIENT });
    await expectLimited(await post(ask, newAddress(), right));
    await expectLimited(
      await ask(TOKEN_PATH, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "client_credentials" }),
        ...from(newAddress(), { Authorization: basic(ADMIN.clientId, ADMIN.clientSecret) }),
      }),
    );
    expect(LIMIT_TOKEN_CLIENT.keys).toEqual([ADMIN.clientId, ADMIN.clientId]);
  });
});

describe("writes and reads with a token", () => {
  it("are counted by client, each kind separately", async () => {
    const merchant = await makeMerchant();
    const counter = await registerCounter(merchant);
    const { id } = await makeIntent(merchant);
    const body = JSON.stringify({ amount: 1 });
    const create = (ask: Ask, caller: { token: string }) =>
      ask(INTENTS, {
        method: "POST",
        body,
        headers: { ...bearer(caller), "Content-Type": "application/json" },
      });

    const LIMIT_WRITES = closed();
    const withoutWrites = service({ LIMIT_WRITES });
    for (const caller of [merchant, counter]) await expectLimited(await create(withoutWrites, caller));
    for (const action of ["cancel", "refund"]) {
      const init = { method: "POST", headers: bearer(merchant) };
      await expectLimited(await withoutWrites(`${INTENTS}/${id}/${action}`, init));
    }
    expect((await withoutWrites(`${INTENTS}/${id}`, { headers: bearer(merchant) })).status).toBe(200);
    const { clientId } = merchant;
    expect(LIMIT_WRITES.keys).toEqual([clientId, counter.clientId, clientId, clientId]);

    const LIMIT_READS = closed();
    const withoutReads = service({ LIMIT_READS });
    for (const path of [INTENTS, `${INTENTS}/${id}`, `${MERCHANT_API}/counters`]) {
      await expectLimited(await withoutReads(path, { headers: bearer(merchant) }));
    }
    expect((await create(withoutReads, merchant)).status).toBe(201);
    expect(LIMIT_READS.keys).toEqual([clientId, clientId, clientId]);
  });

  it("count HEAD as a read", async () => {
    const merchant = await makeMerchant();
    const [LIMIT_WRITES, LIMIT_READS] = [closed(), closed()];
    await service({ LIMIT_WRITES, LIMIT_READS })(INTENTS, { method: "HEAD", headers: bearer(merchant) });
    expect([LIMIT_WRITES.keys, LIMIT_READS.keys]).toEqual([[], [merchant.clientId]]);
  });

  it("do not count requests with an invalid token", async () => {
    const [LIMIT_WRITES, LIMIT_READS] = [closed(), closed()];
    const ask = service({ LIMIT_WRITES, LIMIT_READS });
    const { token } = await makeMerchant();
    for (const bad of ["", "garbage", `${token}x`]) {
      expect((await ask(INTENTS, { headers: bearer({ token: bad }) })).status).toBe(401);
    }
    expect([...LIMIT_WRITES.keys, ...LIMIT_READS.keys]).toEqual([]);
  });

  it("change nothing when they are refused", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const init = { method: "POST", headers: bearer(merchant) };
    await expectLimited(await service({ LIMIT_WRITES: closed() })(`${INTENTS}/${id}/cancel`, init));
    expect((await service()(`${INTENTS}/${id}/cancel`, init)).status).toBe(200);
  });
});

describe("RATE_LIMITS", () => {
  const ALL_CLOSED = () => ({
    LIMIT_TOKEN_CLIENT: closed(),
    LIMIT_TOKEN_FAILURES: closed(),
    LIMIT_WRITES: closed(),
    LIMIT_READS: closed(),
    LIMIT_PUBLIC_READS: closed(),
  });

  async function useEverything(ask: Ask): Promise<number[]> {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const address = newAddress();
    const token = (secret: string) =>
      ask(TOKEN_PATH, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: ADMIN.clientId,
          client_secret: secret,
        }),
        ...from(address),
      });
    return [
      await ask(`${MERCHANT_API}/public/payment-intents/${id}`, from(address)),
      await ask(`${INTENTS}/${id}`, { headers: bearer(merchant) }),
      await ask(`${INTENTS}/${id}/cancel`, { method: "POST", headers: bearer(merchant) }),
      await token("wrong"),
      await token(ADMIN.clientSecret),
    ].map(({ status }) => status);
  }

  it("off disables all of them", async () => {
    const limits = ALL_CLOSED();
    expect(await useEverything(service({ ...limits, RATE_LIMITS: "off" }))).toEqual([
      200, 200, 200, 401, 200,
    ]);
    expect(Object.values(limits).flatMap(({ keys }) => keys)).toEqual([]);
  });

  it("is on by default", async () => {
    expect(await useEverything(service({ ...ALL_CLOSED(), RATE_LIMITS: "" }))).toEqual(Array(5).fill(429));
  });
});
