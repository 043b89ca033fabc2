import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type ApiResponse, call } from "../../support/api.ts";
import { approve, listApprovals, makeApproval, postScan, reject, simulate } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { deactivateCounter, makeCounter } from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, LEDGER, muteLog, repair } from "../../support/faults.ts";
import {
  countIntents,
  expectNew,
  expectReplay,
  expectReused,
  isReplayed,
  newKey,
  scanWithKey,
  tenTimes,
} from "../../support/idempotency.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { until } from "../../support/objects.ts";
import {
  makeMerchant,
  makeWallet,
  renewMerchant,
  renewWallet,
  type TestMerchant,
  type TestWallet,
} from "../../support/parties.ts";
import { WALLET_API } from "../../support/paths.ts";
import { captureQueue } from "../../support/queues.ts";
import { rowsOf } from "../../support/rows.ts";
import { showCode } from "../../support/scan-tokens.ts";

async function setUpShop() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const { id: counterId } = await makeCounter(merchant);
  const scan = { scan_token: wallet.id, counter_id: counterId, amount: 12.5 };
  return { merchant, wallet, counterId, scan, key: newKey() };
}

async function openApprovals(merchant: TestMerchant, wallet: TestWallet, counterId: string, count: number) {
  for (let n = 0; n < count; n++) await makeApproval(merchant, wallet, { counter_id: counterId });
}

describe("Idempotency-Key of POST /merchant/api/v1/scan-payment", () => {
  it("asks the customer once for ten parallel requests", async () => {
    const { merchant, wallet, scan, key } = await setUpShop();
    const responses = await tenTimes(() => scanWithKey(key, merchant, scan));
    const [made] = responses.filter((response) => !isReplayed(response));
    expect(responses.filter(isReplayed)).toHaveLength(9);
    for (const response of responses) {
      expect({ status: response.status, body: response.body }).toEqual({ status: 201, body: made?.body });
    }
    expect(await countIntents(merchant)).toBe(1);
    expect(await listApprovals(wallet)).toHaveLength(1);
    expect(await eventsOf(made?.body.payment_intent.id)).toHaveLength(1);
  });

  it("publishes one approval request and stores one event, however often the request is repeated", async () => {
    const { merchant, scan, key } = await setUpShop();
    const sent = captureQueue(env.WALLET_EVENTS);
    const made = await scanWithKey(key, merchant, scan);
    await until(() => sent.length === 1);
    const stored = await eventsOf(made.body.payment_intent.id);
    expect(stored).toHaveLength(1);
    for (let again = 0; again < 3; again++) {
      expectReplay(await scanWithKey(key, merchant, scan), made.body.payment_intent);
    }
    // The bus keeps order: anything the replays had sent would arrive before the next scan's request.
    const next = await postScan(merchant, scan);
    await until(() => sent.some(({ body }) => JSON.stringify(body).includes(next.body.payment_intent.id)));
    expect(sent).toHaveLength(2);
    expect(await eventsOf(made.body.payment_intent.id)).toEqual(stored);
  });

  it("refuses another customer and another counter under the same key", async () => {
    const { merchant, scan, key } = await setUpShop();
    const id = expectNew(await scanWithKey(key, merchant, scan));
    const other = { scan_token: (await makeWallet()).id, counter_id: (await makeCounter(merchant)).id };
    for (const [field, value] of Object.entries(other)) {
      expectReused(await scanWithKey(key, merchant, { ...scan, [field]: value }), id, [field]);
    }
    expect(await countIntents(merchant)).toBe(1);
  });

  it("warns of a request that the customer has rejected", async () => {
    const { merchant, wallet, scan, key } = await setUpShop();
    const { id } = (await scanWithKey(key, merchant, scan)).body.payment_intent;
    expect((await reject(wallet, id)).status).toBe(200);

    const rejected = (await readIntent(merchant, id)).body.payment_intent;
    expectReplay(await scanWithKey(key, merchant, scan), rejected);
  });

  it("replays when the customer has five open approvals", async () => {
    const { merchant, wallet, counterId, scan, key } = await setUpShop();
    const made = await scanWithKey(key, merchant, scan);
    await openApprovals(merchant, wallet, counterId, 4);
    expectReplay(await scanWithKey(key, merchant, scan), made.body.payment_intent);
    expect((await scanWithKey(newKey(), merchant, scan)).status).toBe(429);
  });

  it("counts ten parallel requests for the last place as one approval", async () => {
    const { merchant, wallet, counterId, scan, key } = await setUpShop();
    await openApprovals(merchant, wallet, counterId, 4);
    const responses = await tenTimes(() => scanWithKey(key, merchant, scan));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await listApprovals(wallet)).toHaveLength(5);
  });

  it("replays, and uses no code, when the wallet was stopped since and while the ledger fails", async () => {
    muteLog();
    const { merchant, wallet, scan, key } = await setUpShop();
    const { id } = (await scanWithKey(key, merchant, scan)).body.payment_intent;
    const { code } = await showCode(wallet);
    await call("POST", `${WALLET_API}/sessions/stop`, { token: wallet.token });
    const rejected = (await readIntent(merchant, id)).body.payment_intent;
    expect(rejected.status).toBe("cancelled");
    failDatabase(LEDGER);
    expectReplay(await scanWithKey(key, merchant, { ...scan, scan_token: code }), rejected);
    repair();
    expect(await rowsOf(id).all("SELECT * FROM last_scan_tokens WHERE wallet_id = ?", wallet.id)).toEqual([]);
  });

  it("replays when the counter is no longer active", async () => {
    const { merchant, counterId, scan, key } = await setUpShop();
    const made = await scanWithKey(key, merchant, scan);
    expect((await deactivateCounter(merchant, counterId)).status).toBe(200);
    expectReplay(await scanWithKey(key, merchant, scan), made.body.payment_intent);
    expectInvalid(await scanWithKey(newKey(), merchant, scan), "counter_id");
  });
});

const MAX = 5;

async function setUpBusyShop() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const counter = await makeCounter(merchant);
  const intents = [];
  for (let count = 0; count < MAX; count++) {
    intents.push(await makeApproval(merchant, wallet, { counter_id: counter.id, amount: 1, expires_in: 60 }));
  }
  const scan = { scan_token: wallet.id, counter_id: counter.id, amount: 1 };
  return { merchant, wallet, counter, intents, scan, firstId: intents[0].id as string };
}

function expectTooMany(response: ApiResponse): void {
  expect(response.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  const message = "too many open approvals for this customer";
  expectFailure(response, 429, "too_many_approvals", message);
}

describe("open approvals of one customer at one merchant", () => {
  it("are five at most: the sixth scan returns 429 and creates nothing", async () => {
    const { merchant, wallet, scan } = await setUpBusyShop();
    expectTooMany(await postScan(merchant, scan));
    expect(await listApprovals(wallet)).toHaveLength(MAX);
    expect(await listIntents(merchant)).toHaveLength(MAX);
  });

  it("are five at most, also with another counter", async () => {
    const { merchant, scan } = await setUpBusyShop();
    expectTooMany(await postScan(merchant, { ...scan, counter_id: (await makeCounter(merchant)).id }));
  });

  it("do not count against another merchant or another customer", async () => {
    const { merchant, wallet, scan } = await setUpBusyShop();
    await makeApproval(await makeMerchant(), wallet);
    const { status } = await postScan(merchant, { ...scan, scan_token: (await makeWallet()).id });
    expect(status).toBe(201);
    expect(await listApprovals(wallet)).toHaveLength(MAX + 1);
  });

  it.each(["approve", "reject", "expire", "deadline"])("free a place by %s", async (way) => {
    let { merchant, wallet, scan, firstId } = await setUpBusyShop();
    if (way === "approve") expect((await approve(wallet, firstId)).status).toBe(200);
    if (way === "reject") expect((await reject(wallet, firstId)).status).toBe(200);
    if (way === "expire") expect((await simulate(merchant, firstId, "expire")).status).toBe(200);
    if (way === "deadline") {
      moveClock(60_000);
      merchant = await renewMerchant(merchant);
      wallet = await renewWallet(wallet);
      expect(await listApprovals(wallet)).toEqual([]);
    }
    expect((await postScan(merchant, scan)).status).toBe(201);
    if (way !== "deadline") expectTooMany(await postScan(merchant, scan));
  });
});
