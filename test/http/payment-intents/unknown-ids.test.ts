// Guessing ids in public reads: counted by address, refused before anything is looked up, and no harm to the others who
// share the address and are waiting for payments that they already know.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { SHARED_EGRESS_KEY } from "#core/lib/address-key.ts";
import { SCAN } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { muteLog } from "../../support/faults.ts";
import { makeIntent } from "../../support/intents.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import {
  bearer,
  expectLimited,
  fromAddress,
  limiterOf,
  newAddress,
  type Send,
  startService,
  statusesOf,
  withinOneMinute,
} from "../../support/rate-limits.ts";

const WORKERS_EGRESS = "2a06:98c0:3600::103";
const READS = ["", "/qr.svg", "/qr.png"];
const LIMIT = 3;

const pathOf = (id: string, read = "") => `${MERCHANT_API}/public/payment-intents/${id}${read}`;

/** A service of its own, with an isolate's memory of its own, as the caller at one address sees it. */
function startAt(address: string, limiter = limiterOf(LIMIT)) {
  const send = startService({ LIMIT_UNKNOWN_IDS: limiter });
  return readerAt(send, address);
}

function readerAt(send: Send, address: string) {
  return async (id: string, read = "") => {
    const response = await send(pathOf(id, read), fromAddress(address));
    return { status: response.status, response };
  };
}

type Read = ReturnType<typeof readerAt>;

async function useUpGuesses(read: Read): Promise<void> {
  const statuses = [];
  for (let guesses = 0; guesses <= LIMIT; guesses++) statuses.push((await read(crypto.randomUUID())).status);
  expect(statuses).toEqual([...Array(LIMIT).fill(404), 429]);
}

async function makeIds(count: number): Promise<string[]> {
  const merchant = await makeMerchant();
  const intents = await Promise.all(Array.from({ length: count }, () => makeIntent(merchant)));
  return intents.map(({ id }) => id);
}

describe("an address that names unknown ids", () => {
  it("may do so 60 times a minute, and then reads only what it has read before", async () => {
    const send = startService();
    await withinOneMinute(async () => {
      const [known = "", unread = ""] = await makeIds(2);
      const read = readerAt(send, newAddress());
      expect((await read(known)).status).toBe(200);
      expect(await statusesOf(60, async () => (await read(crypto.randomUUID())).response)).toEqual(
        Array(60).fill(404),
      );
      await expectLimited((await read(crypto.randomUUID())).response);
      await expectLimited((await read(unread)).response);
      expect((await read(known)).status).toBe(200);
      expect((await readerAt(send, newAddress())(unread)).status).toBe(200);
    });
  });

  it.each(READS)("is refused before D1 or an object is asked: GET …/{id}%s", async (route) => {
    const [known = "", unread = ""] = await makeIds(2);
    const read = startAt(newAddress());
    expect((await read(known, route)).status).toBe(200);
    await useUpGuesses((id) => read(id, route));
    const asked = [vi.spyOn(env.PAYMENT_INTENTS, "getByName"), vi.spyOn(env.DB, "prepare")];

    for (const id of [unread, crypto.randomUUID(), unread.toUpperCase()]) {
      await expectLimited((await read(id, route)).response);
    }

    for (const spy of asked) expect(spy).not.toHaveBeenCalled();
    for (const other of READS) expect((await read(known.toUpperCase(), other)).status).toBe(200);
  });

  it("may name others when the minute is over, as Retry-After says", async () => {
    const [id = ""] = await makeIds(1);
    const read = startAt(newAddress());
    await useUpGuesses(read);
    const { response } = await read(id);
    await expectLimited(response);

    moveClock(Number(response.headers.get("Retry-After")) * 1000);

    expect((await read(id)).status).toBe(200);
  });

  it("reads what it has read in any isolate of the data centre, and no one else does", async () => {
    const [id = ""] = await makeIds(1);
    const [address, other] = [newAddress(), newAddress()];
    expect((await startAt(address)(id)).status).toBe(200);
    for (const [reader, status] of [
      [address, 200],
      [other, 429],
    ] as const) {
      const read = startAt(reader);
      await useUpGuesses(read);
      expect((await read(id)).status).toBe(status);
    }
  });

  it("is not counted for one that it polls, for what is not an id, and for a closed intent's code", async () => {
    const limiter = limiterOf(LIMIT);
    const read = startAt(newAddress(), limiter);
    const missing = crypto.randomUUID();
    for (let polls = 0; polls < 10; polls++) expect((await read(missing)).status).toBe(404);
    expect([...limiter.counts.values()]).toEqual([1]);
    for (let polls = 0; polls < 10; polls++) expect((await read("order-1001")).status).toBe(404);
    const [id = ""] = await makeIds(1);
    moveClock(31 * 60_000);
    expect((await read(id, "/qr.svg")).status).toBe(404);
    expect([...limiter.counts.values()]).toEqual([1]);
  });

  it("learns nothing from guesses that it sends all at once", async () => {
    const [id = ""] = await makeIds(1);
    const read = startAt(newAddress());
    const { promise: othersAreCounted, resolve } = Promise.withResolvers<void>();
    const getByName = env.PAYMENT_INTENTS.getByName.bind(env.PAYMENT_INTENTS);
    vi.spyOn(env.PAYMENT_INTENTS, "getByName").mockImplementation((name) => {
      const stub = getByName(name);
      if (name !== id) return stub;
      const find = async () => {
        await othersAreCounted;
        return await stub.find(false);
      };
      return { find } as unknown as typeof stub;
    });

    const hit = read(id);
    await useUpGuesses(read);
    resolve();

    await expectLimited((await hit).response);
  });

  it("is never blocked when it stands for all Workers, whose guesses are still refused", async () => {
    const [id = ""] = await makeIds(1);
    const limiter = limiterOf(LIMIT);
    const read = startAt(WORKERS_EGRESS, limiter);
    await useUpGuesses(read);
    expect([...limiter.counts.keys()]).toEqual([SHARED_EGRESS_KEY]);
    expect((await read(id)).status).toBe(200);
    await expectLimited((await read(crypto.randomUUID())).response);
  });
});

describe("when the data centre's cache fails", () => {
  it("reads go on, and a blocked address reads what its isolate remembers", async () => {
    const [known = "", unread = ""] = await makeIds(2);
    const lines = muteLog();
    vi.spyOn(caches, "open").mockRejectedValue(new Error("no cache"));
    const read = startAt(newAddress());
    expect((await read(known)).status).toBe(200);
    await useUpGuesses(read);
    expect((await read(known)).status).toBe(200);
    await expectLimited((await read(unread)).response);
    expect(lines.filter((line) => line.includes("public_lookup_cache_failed"))).toHaveLength(2);
  });
});

// Order numbers are popular idempotency keys, and merchants' ids are public: neither leads to an intent.

const newSecret = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();

describe("a stranger who guesses the idempotency keys of a merchant", () => {
  it.each([INTENTS, SCAN])("lacks the secret on which the id depends: %s", async (path) => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    const json = { amount: 1, counter_id: counter.id, scan_token: (await makeWallet()).id };
    const idUnder = async (secret: string) => {
      const send = startService({ RATE_LIMITS: "off", IDEMPOTENCY_KEY_SECRET: secret });
      const headers = {
        ...bearer(merchant),
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1001",
      };
      const response = await send(path, { method: "POST", headers, body: JSON.stringify(json) });
      return (await response.json<{ payment_intent: { id: string } }>()).payment_intent.id;
    };
    const [one, other] = [newSecret(), newSecret()];

    expect(await idUnder(one)).toBe(await idUnder(one));
    expect(await idUnder(other)).not.toBe(await idUnder(one));
  });
});
