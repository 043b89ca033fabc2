// Home accepts what CELLS says, or payments get 503: none may seem unknown. CELLS is 1 here. test/db/jurisdiction.test.ts has JURISDICTION.
import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { lastingSettings } from "#core/db/schema/operations.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { CellEntry } from "#core/domain/shards/cells.ts";
import { PaymentIntentObject } from "#core/durable/payment-intent-object.ts";
import { sendApprovalRequest } from "#core/services/wallet/approval-requests.ts";
import { createShards, type Shards } from "#core/shards/shards.ts";
import { handleBatch } from "#main/queues.ts";
import worker from "#sandbox.ts";
import { adminToken, BASE_URL } from "../support/api.ts";
import { HOUR, MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { DESK_API, deskCookieOf, openDesk } from "../support/desks.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { objectOf } from "../support/objects.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { MERCHANT_API, WALLET_API } from "../support/paths.ts";
import { captureQueue } from "../support/queues.ts";
import { showCode } from "../support/scan-tokens.ts";
import { db, deps, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";
import { SAME_ORIGIN } from "../support/sessions.ts";

useStoppedClock();
beforeEach(async () => {
  await db.batch([db.delete(lastingSettings), db.delete(paymentIntents)]);
});

const entry = (digits: number, since: number): CellEntry => ({ text: `${digits}@${since}`, digits, since });
const noted = async () => (await db.select().from(lastingSettings)).map((row) => row.entry).sort();
const FROM_THE_BEGINNING = { text: "1", digits: 1, since: 0 };
/** The service may have noted its second entry as well. */
const LACKS = /lacks 1(,6@\S+)?, which is in force/;

const shardsWith = (...cells: CellEntry[]) => createShards(db, cells, deps.shards.named);

/** Why home refuses them: asked as an isolate that begins with work does. */
async function refusalOf(shards: Shards): Promise<string | null> {
  await shards.check(Date.now());
  try {
    shards.ofMerchant(crypto.randomUUID());
    return null;
  } catch (error) {
    return String(error);
  }
}

const begin = (...cells: CellEntry[]) => refusalOf(shardsWith(...cells));

describe("an entry whose time has come", () => {
  it("is accepted without payments at home, and from then on for good", async () => {
    expect(await begin(FROM_THE_BEGINNING)).toBeNull();
    await seedIntent(crypto.randomUUID());
    expect(await begin(FROM_THE_BEGINNING)).toBeNull();
  });

  it("is refused where home has a payment, and not noted", async () => {
    await seedIntent(crypto.randomUUID());
    expect(await begin(FROM_THE_BEGINNING)).toContain("has 1, whose time came before home knew of it");
    expect(await noted()).toEqual([]);
  });

  it("is refused between others, whose payments it would hide", async () => {
    const [first, between, last] = [entry(1, 1), entry(2, 2), entry(3, 3)];
    expect(await begin(first, last)).toBeNull();
    await seedIntent(crypto.randomUUID());
    expect(await begin(first, between, last)).toContain(`has ${between.text}`);
  });
});

describe("an entry whose time will come", () => {
  const later = () => entry(4, Date.now() + HOUR);

  it("is accepted with whatever is at home, and is not forgotten by Workers that lack it", async () => {
    await seedIntent(crypto.randomUUID());
    const second = later();
    expect(await begin(second)).toBeNull();
    expect(await begin()).toBeNull();
    moveClock(HOUR);
    expect(await begin(second)).toBeNull();
    for (const cells of [[], [entry(2, 1)]]) expect(await begin(...cells)).toContain(`lacks ${second.text}`);
    expect(await noted()).toEqual([second.text]);
  });

  it("ends, some minutes before, Workers that lack it and were accepted", async () => {
    expect(await begin(later())).toBeNull();
    const before = shardsWith();
    expect(await refusalOf(before)).toBeNull();
    moveClock(HOUR - 3 * MINUTE - 1);
    expect(await refusalOf(before)).toBeNull();
    moveClock(1);
    expect(await refusalOf(before)).toContain("lacks 4@");
  });

  it("may be withdrawn until then", async () => {
    expect(await begin(later())).toBeNull();
    await db.delete(lastingSettings);
    moveClock(HOUR);
    expect(await begin()).toBeNull();
  });
});

describe("while home refuses CELLS", () => {
  const refused = () => ({ ...deps, shards: shardsWith(entry(2, 1)) });
  beforeEach(async () => {
    await begin(FROM_THE_BEGINNING);
  });

  it("payments and GET /health get 503, the log says why, and so does GET /admin/deployment", async () => {
    const { token } = await makeMerchant();
    const lines = muteLog();
    const ask = async (path: string, bearer: string, body: string | null = null) => {
      const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" };
      const request = new Request(BASE_URL + path, { method: body === null ? "GET" : "POST", headers, body });
      const response = await worker.fetch(request, { ...env, CELLS: "2" }, createExecutionContext());
      return { status: response.status, body: await response.json() };
    };
    const failed = { status: 503, body: { code: "service_unavailable" } };
    const intents = `${MERCHANT_API}/payment-intents`;
    expect(await ask(intents, token, '{"amount":1}')).toMatchObject(failed);
    for (const path of [intents, "/health"]) expect(await ask(path, token)).toMatchObject(failed);
    expect(lines.filter((line) => LACKS.test(line))).toHaveLength(3);
    expect(await ask(`${MERCHANT_API}/admin/deployment`, await adminToken())).toMatchObject({
      status: 200,
      body: { deployment: { settings_fault: expect.stringMatching(LACKS) } },
    });
  });

  it("a Worker without CELLS does nothing of a wallet that cells have to know", async () => {
    const [{ secret }, wallet, merchant] = [await openDesk(), await makeWallet(), await makeMerchant()];
    const { code } = await showCode(wallet);
    muteLog();
    const ask = async (path: string, init: RequestInit) => {
      const request = new Request(BASE_URL + path, init);
      return (await worker.fetch(request, { ...env, CELLS: "" }, createExecutionContext())).status;
    };
    const asWallet = { headers: { Authorization: `Bearer ${wallet.token}` } };
    for (const path of ["approvals", "export"])
      expect(await ask(`${WALLET_API}/${path}`, asWallet)).toBe(503);
    for (const method of ["POST", "DELETE"])
      expect(await ask(`${WALLET_API}/blocked-merchants/${merchant.id}`, { method, ...asWallet })).toBe(503);
    const json = { "Content-Type": "application/json", "Idempotency-Key": "key-1" };
    const headers = { ...deskCookieOf(secret), ...SAME_ORIGIN, ...json };
    const body = JSON.stringify({ scan_token: code, amount: 5 });
    expect(await ask(`${DESK_API}/pay-outs`, { method: "POST", headers, body })).toBe(503);
  });

  it("no request for approval is announced that could not be marked as sent", async () => {
    const intent = await seedIntent((await seedMerchant()).id, { targetWalletId: await seedWallet() });
    const open = { ...intent, status: "pending_approval", expiresAt: Date.now() + HOUR } as const;
    const sent = captureQueue(env.WALLET_EVENTS);
    const swept = refused();
    await swept.shards.check(Date.now());
    await expect(sendApprovalRequest(swept, open, newId(), Date.now())).rejects.toThrow();
    expect(sent).toEqual([]);
  });

  it("an object says that it cannot tell, and a queue's messages are tried again", async () => {
    muteLog();
    const id = newId().slice(0, -1) + 1;
    const found = runInDurableObject(objectOf(id), (_, ctx) => {
      return new PaymentIntentObject(ctx, env, refused()).find(false);
    });
    const timing = expect.any(Object);
    expect(await found).toEqual({ ok: false, error: "unavailable", timing });
    const retried: number[] = [];
    const retry = ({ delaySeconds = 0 }) => void retried.push(delaySeconds);
    const message = { body: { merchantId: "merchant-1", eventId: id }, attempts: 1, retry };
    const batch = { queue: "webhooks", messages: [message] } as unknown as MessageBatch;
    await handleBatch(batch, refused(), env, createExecutionContext());
    expect(retried).toEqual([10]);
  });

  it("home is asked again after ten seconds, and every three while it is down", async () => {
    const { shards } = refused();
    const isRefused = async () => (await refusalOf(shards)) !== null;
    const lines = muteLog();
    failDatabase(/lasting_settings/);
    expect([await isRefused(), lines]).toEqual([false, [expect.stringContaining("lasting_settings_unread")]]);
    moveClock(3 * SECOND);
    await Promise.all([isRefused(), isRefused()]);
    expect(lines, "one of two asks").toHaveLength(2);
    repair();
    expect(await isRefused()).toBe(false);
    // The repair has put the clock back.
    moveClock(6 * SECOND);
    expect(await isRefused()).toBe(true);
    await db.delete(lastingSettings);
    expect(await isRefused()).toBe(true);
    moveClock(10 * SECOND);
    expect(await isRefused()).toBe(false);
  });
});

it("a Worker without CELLS makes no payment until home has responded", async () => {
  muteLog();
  failDatabase(/lasting_settings/);
  const shards = shardsWith();
  expect(await refusalOf(shards)).toContain("did not say whether it accepts CELLS");
  repair();
  moveClock(3 * SECOND);
  expect(await refusalOf(shards)).toBeNull();
});

it("nothing is asked once home has accepted", async () => {
  const shards = shardsWith(FROM_THE_BEGINNING);
  await shards.check(Date.now());
  const lines = muteLog();
  failDatabase(/lasting_settings/);
  await shards.check(Date.now());
  expect(lines).toEqual([]);
});
