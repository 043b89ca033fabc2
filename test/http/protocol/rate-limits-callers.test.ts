// What counts together for those who have a token.
import { describe, expect } from "vitest";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API } from "../../support/paths.ts";
import {
  bearer,
  closedLimiter,
  expectLimited,
  limiterOf,
  type Send,
  startService,
} from "../../support/rate-limits.ts";
import { mintToken, withRoles } from "../../support/tokens.ts";

describe("writes and reads with a token", () => {
  it("of machines are counted by merchant and client, each kind separately", async ({
    merchant,
    counter,
    intent,
  }) => {
    const { id } = intent;
    const LIMIT_WRITES = closedLimiter();
    const withoutWrites = startService({ LIMIT_WRITES });
    for (const caller of [merchant, counter]) await expectLimited(await create(withoutWrites, caller));
    for (const action of ["cancel", "refund"]) {
      const init = { method: "POST", headers: bearer(merchant) };
      await expectLimited(await withoutWrites(`${INTENTS}/${id}/${action}`, init));
    }
    expect((await withoutWrites(`${INTENTS}/${id}`, { headers: bearer(merchant) })).status).toBe(200);
    const [own, tills] = [merchant, counter].map(({ clientId }) => `client ${merchant.id} ${clientId}`);
    expect(LIMIT_WRITES.keys).toEqual([own, tills, own, own]);

    const LIMIT_READS = closedLimiter();
    const withoutReads = startService({ LIMIT_READS });
    for (const path of [INTENTS, `${INTENTS}/${id}`, `${MERCHANT_API}/counters`]) {
      await expectLimited(await withoutReads(path, { headers: bearer(merchant) }));
    }
    expect((await create(withoutReads, merchant)).status).toBe(201);
    expect(LIMIT_READS.keys).toEqual([own, own, own]);
  });

  it("of customers are counted by wallet, although their app is one client", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const tokenOf = (walletId: string) =>
      mintToken({ wallet_id: walletId, azp: "wallet-app", ...withRoles("customer") });
    const send = startService({ LIMIT_READS: limiterOf(2) });
    const read = async (walletId: string) =>
      (await send(`${SANDBOX_API}/wallet-events`, { headers: bearer({ token: await tokenOf(walletId) }) }))
        .status;
    expect([await read(one), await read(one), await read(one)]).toEqual([200, 200, 429]);
    expect(await read(other)).toBe(200);
  });

  it("of dashboard users are counted by user", async () => {
    const { id } = await makeMerchant();
    const user = { merchant_id: id, azp: "merchant-dashboard" };
    const send = startService({ LIMIT_READS: limiterOf(2) });
    for (const claims of [user, { ...user, ...withRoles("merchant") }]) {
      const read = async (sub: string) =>
        (await send(INTENTS, { headers: bearer({ token: await mintToken({ ...claims, sub }) }) })).status;
      const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
      expect([await read(one), await read(one), await read(one)]).toEqual([200, 200, 429]);
      expect(await read(other)).toBe(200);
    }
  });

  it("count HEAD as a read", async ({ merchant }) => {
    const [LIMIT_WRITES, LIMIT_READS] = [closedLimiter(), closedLimiter()];
    await startService({ LIMIT_WRITES, LIMIT_READS })(INTENTS, { method: "HEAD", headers: bearer(merchant) });
    expect([LIMIT_WRITES.keys, LIMIT_READS.keys]).toEqual([
      [],
      [`client ${merchant.id} ${merchant.clientId}`],
    ]);
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
});

describe("payment intents", () => {
  const CREATIONS = 3;

  it("are created for the merchant as a whole: a counter is no second allowance", async ({
    merchant,
    counter,
  }) => {
    const send = startService({ LIMIT_CREATIONS: limiterOf(CREATIONS) });
    expect((await create(send, merchant)).status).toBe(201);
    expect((await create(send, counter)).status).toBe(201);
    expect((await create(send, merchant)).status).toBe(201);
    for (const caller of [merchant, counter]) await expectLimited(await create(send, caller));
    await expectLimited(await scan(send, merchant));
    expect((await create(send, await makeMerchant())).status).toBe(201);
  });

  it("count whether they are scanned or shown, and nothing else counts with them", async ({
    merchant,
    intent,
  }) => {
    const { id } = intent;
    const LIMIT_CREATIONS = limiterOf(0);
    const send = startService({ LIMIT_CREATIONS });
    await expectLimited(await create(send, merchant));
    await expectLimited(await scan(send, merchant));
    const init = { method: "POST", headers: bearer(merchant) };
    expect((await send(`${INTENTS}/${id}/cancel`, init)).status).toBe(200);
    expect((await send(INTENTS, { headers: bearer(merchant) })).status).toBe(200);
    expect([...LIMIT_CREATIONS.counts]).toEqual([[merchant.id, 2]]);
  });
});

function create(send: Send, caller: { token: string }) {
  return postJson(send, INTENTS, caller, { amount: 1 });
}

function scan(send: Send, caller: { token: string }) {
  return postJson(send, `${MERCHANT_API}/scan-payment`, caller, {});
}

function postJson(send: Send, path: string, caller: { token: string }, json: object) {
  const headers = { ...bearer(caller), "Content-Type": "application/json" };
  return send(path, { method: "POST", body: JSON.stringify(json), headers });
}

describe("lists", () => {
  it("have a limit of their own for each caller, besides that of all reads", async ({ merchant }) => {
    const [lists, reads] = [closedLimiter(), limiterOf(100)];
    const send = startService({ LIMIT_LISTS: lists, LIMIT_READS: reads });
    const get = async (path: string) => (await send(path, { headers: bearer(merchant) })).status;
    const paths = [
      "payment-intents",
      "counters",
      "transactions",
      "webhook-deliveries",
      "events",
      "audit-trail",
    ];
    for (const path of paths) expect([path, await get(`${MERCHANT_API}/${path}`)]).toEqual([path, 429]);
    expect(lists.keys).toHaveLength(paths.length);
    expect(new Set(lists.keys)).toEqual(new Set(reads.counts.keys()));
    expect(await get(`${INTENTS}/${crypto.randomUUID()}`)).toBe(404);
  });
});
