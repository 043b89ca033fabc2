// A desk pays a customer out, who has shown a code and approves it in the wallet.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, ISO_TIME } from "../../../support/api.ts";
import { postScan } from "../../../support/approvals.ts";
import { storedEntriesOf } from "../../../support/audit-trail.ts";
import { MINUTE, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { makeCounter } from "../../../support/counters.ts";
import {
  actOnPayOut,
  asAdmin,
  callAsDesk,
  DESK_API,
  DESKS,
  openDesk,
  postToDesk,
  requestPayOut,
} from "../../../support/desks.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { expectReused } from "../../../support/idempotency.ts";
import { confirm, makeIntent } from "../../../support/intents.ts";
import { changesOf, watchWallet } from "../../../support/live.ts";
import { makeMerchant, makeWallet, readBalances, type TestWallet } from "../../../support/parties.ts";
import { WALLET_API } from "../../../support/paths.ts";
import { decrypt, subscribe, take } from "../../../support/push.ts";
import { captureQueue, consume } from "../../../support/queues.ts";
import { useReceiver } from "../../../support/receiver.ts";
import { showCode } from "../../../support/scan-tokens.ts";

useMutedLog();
useStoppedClock();
const receiver = useReceiver(() => new Response(null, { status: 201 }));

const listPayOuts = async ({ token }: TestWallet) =>
  (await call("GET", `${WALLET_API}/approvals`, { token })).body.pay_outs;

describe("POST /desk/api/v1/pay-outs", () => {
  it("moves nothing before the customer approves, and then at once", async () => {
    const { desk, secret } = await openDesk({ name: "Kiosk" });
    const wallet = await makeWallet();
    const asked = await requestPayOut(secret, wallet, 12.5);
    const { id, number, expires_at } = asked.body.movement;
    expect([asked.status, asked.body.movement.status]).toEqual([202, "awaiting_approval"]);
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
    const payOut = {
      id,
      number,
      desk_name: "Kiosk",
      amount: 12.5,
      amount_minor: 1250,
      amount_decimal: "12.50",
      currency: "USD",
      status: "awaiting_approval",
      created_at: expect.stringMatching(ISO_TIME),
      completed_at: null,
      expires_at,
      corrects: null,
    };
    expect(Date.parse(expires_at) - Date.now()).toBe(2 * MINUTE);
    expect(await listPayOuts(wallet)).toEqual([payOut]);
    await Promise.all([actOnPayOut(wallet, id, "approve"), actOnPayOut(wallet, id, "approve")]);
    const { status, body } = await actOnPayOut(wallet, id, "approve");
    expect([status, body.pay_out.status]).toEqual([200, "completed"]);
    expect([await listPayOuts(wallet), await readBalances(wallet)]).toEqual([[], ["87.50 USD"]]);
    const read = await callAsDesk(secret, "GET", `${DESK_API}/movements/${id}`);
    expect(read.body.movement).toMatchObject({ kind: "pay_out", direction: "debit", status: "completed" });
    const history = await call("GET", `${WALLET_API}/transactions`, { token: wallet.token });
    expect(history.body.transactions[0]).toMatchObject({
      transaction_type: "pay_out",
      desk_name: "Kiosk",
      number,
    });
    expect(await storedEntriesOf(id)).toMatchObject([
      { action: "pay_out.requested", actor: `desk-${desk.id}`, actorKind: "desk" },
      { action: "pay_out.approved", actorKind: "customer" },
    ]);
  });

  it("takes a scan token alone, and each once, whatever SCAN_TOKENS says", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const unknown = "must be the token of a customer's QR code";
    for (const scan_token of [wallet.id, "x", "a.b.c"])
      expectInvalid(await postToDesk(secret, "pay-outs", { scan_token, amount: 5 }), "scan_token", unknown);
    const { scan_token, status } = await requestPayOut(secret, wallet, 5, "key-1");
    expect(status).toBe(202);
    const used = "is no longer valid: scan the customer's new code";
    expectInvalid(await postToDesk(secret, "pay-outs", { scan_token, amount: 5 }), "scan_token", used);
    const { secret: other } = await openDesk();
    expectInvalid(await postToDesk(other, "pay-outs", { scan_token, amount: 5 }), "scan_token", used);
    const merchant = await makeMerchant();
    const scan = { scan_token, counter_id: (await makeCounter(merchant)).id, amount: 5 };
    expectInvalid(await postScan(merchant, scan), "scan_token", used);
    expect(await listPayOuts(wallet)).toHaveLength(1);
    const { code } = await showCode(wallet);
    moveClock(MINUTE);
    const expired = "has expired: scan the customer's code again";
    expectInvalid(
      await postToDesk(secret, "pay-outs", { scan_token: code, amount: 5 }),
      "scan_token",
      expired,
    );
    // A lost reply is no reason to ask for another code.
    const again = await postToDesk(secret, "pay-outs", { scan_token, amount: 5 }, "key-1");
    expect([again.status, again.body.movement.status]).toEqual([202, "awaiting_approval"]);
  });

  it("asks once for two clicks", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const { code: scan_token } = await showCode(wallet);
    const click = () => postToDesk(secret, "pay-outs", { scan_token, amount: 5 }, "key-1");
    const ids = (await Promise.all([click(), click()])).map(({ body }) => body.movement.id);
    expect(ids[0]).toBe(ids[1]);
    expect(await listPayOuts(wallet)).toHaveLength(1);
    const more = await postToDesk(secret, "pay-outs", { scan_token, amount: 6 }, "key-1");
    expectReused(more, ids[0], ["amount"], "pay_out");
    const another = await postToDesk(secret, "top-ups", { code: scan_token, amount: 5 }, "key-1");
    expectReused(another, ids[0], [], "pay_out");
  });

  it("ends with a rejection, and two minutes after it was asked for", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const rejected = (await requestPayOut(secret, wallet, 5)).body.movement.id;
    for (const _ of [1, 2]) expect((await actOnPayOut(wallet, rejected, "reject")).status).toBe(200);
    const ended = await actOnPayOut(wallet, rejected, "approve");
    expectFailure(ended, 409, "movement_ended", "the movement has ended");
    const late = (await requestPayOut(secret, wallet, 5)).body.movement.id;
    moveClock(2 * MINUTE);
    expect(await listPayOuts(wallet)).toEqual([]);
    expect((await actOnPayOut(wallet, late, "approve")).body.code).toBe("movement_expired");
    expect((await actOnPayOut(wallet, late, "reject")).body.pay_out.status).toBe("expired");
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
    const { sums } = (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body;
    expect(sums).toEqual([
      { kind: "pay_out", status: "expired", count: 1, amount: "5.00" },
      { kind: "pay_out", status: "rejected", count: 1, amount: "5.00" },
    ]);
  });

  it("ends when its desk is stopped, and stays so when the desk is active again", async () => {
    const { desk, secret } = await openDesk();
    const wallet = await makeWallet();
    const { id } = (await requestPayOut(secret, wallet, 5)).body.movement;
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { name: "Kiosk" });
    expect(await listPayOuts(wallet)).toHaveLength(1);
    for (const status of ["inactive", "active"]) {
      await asAdmin("PUT", `${DESKS}/${desk.id}`, { status });
      expect(await listPayOuts(wallet)).toEqual([]);
      expect((await actOnPayOut(wallet, id, "approve")).body.code).toBe("movement_expired");
    }
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
  });

  it("never overdraws a wallet, with payments at the same time", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet({ balance: 50 });
    const intent = await makeIntent(await makeMerchant(), { amount: 30 });
    const { id } = (await requestPayOut(secret, wallet, 30)).body.movement;
    const [approved, paid] = await Promise.all([
      actOnPayOut(wallet, id, "approve"),
      confirm(wallet, intent.id),
    ]);
    expect([approved.status, paid.status].sort()).toEqual([200, 402]);
    expect(await readBalances(wallet)).toEqual(["20.00 USD"]);
  });

  it("keeps to the desk's limits, in which what waits for approval counts", async () => {
    const { secret } = await openDesk({ pay_out_max: 30, pay_out_day: 40 });
    const wallet = await makeWallet();
    expect((await requestPayOut(secret, wallet, 31)).body.code).toBe("movement_too_large");
    const { id } = (await requestPayOut(secret, wallet, 30)).body.movement;
    expect((await requestPayOut(secret, wallet, 11)).body.code).toBe("day_limit_reached");
    await actOnPayOut(wallet, id, "reject");
    expect((await requestPayOut(secret, wallet, 30)).status).toBe(202);
  });
});

describe("a customer who is to approve a pay-out", () => {
  it("is told over the socket and by push", async () => {
    const { secret } = await openDesk({ name: "Kiosk" });
    const wallet = await makeWallet();
    const browser = await subscribe(wallet);
    const watcher = await watchWallet(wallet);
    const [sent, pushes] = [captureQueue(env.WALLET_EVENTS), captureQueue(env.PUSHES)];
    const { id } = (await requestPayOut(secret, wallet, 12.5)).body.movement;
    await expect.poll(() => sent.length).toBe(1);
    await consume("wallet-events", take(sent));
    await consume("pushes", take(pushes));
    expect(await changesOf(watcher, 1)).toEqual([{ type: "approval_requested" }]);
    expect(decrypt({ init: receiver.requests[0]?.init ?? {} }, browser)).toEqual({
      type: "pay_out_requested",
      pay_out_id: id,
      desk_name: "Kiosk",
      amount: "12.50",
      currency: "USD",
    });
    await actOnPayOut(wallet, id, "approve");
    expect(await changesOf(watcher, 3)).toEqual(
      expect.arrayContaining([{ type: "balance_changed" }, { type: "approval_ended" }]),
    );
  });
});
