// A desk takes cash into a wallet, on the embedded ledger.
import { describe, expect, it } from "vitest";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import { ISO_TIME, UUID } from "../../../support/api.ts";
import { storedEntriesOf } from "../../../support/audit-trail.ts";
import { DAY, HOUR, MINUTE, moveClock, SECOND, setClock, useStoppedClock } from "../../../support/clock.ts";
import {
  asAdmin,
  callAsDesk,
  DESK_API,
  DESKS,
  deskCookieOf,
  makeTablet,
  openDesk,
  postToDesk,
  requestPayOut,
} from "../../../support/desks.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import {
  failDatabase,
  interceptDatabase,
  loseDatabaseReplies,
  repair,
  useMutedLog,
} from "../../../support/faults.ts";
import { expectReused } from "../../../support/idempotency.ts";
import { numberIn } from "../../../support/numbers.ts";
import { makeMerchant, makeWallet, readBalances, renewWallet } from "../../../support/parties.ts";
import { UNKNOWN_ID, WALLET_API } from "../../../support/paths.ts";
import { runSweep } from "../../../support/queues.ts";
import { limiterOf, startService } from "../../../support/rate-limits.ts";
import { ledgerRows, sharedRows } from "../../../support/rows.ts";
import { showCode } from "../../../support/scan-tokens.ts";
import { deps } from "../../../support/seeds.ts";
import { callAsCustomer, openWallet, SAME_ORIGIN } from "../../../support/sessions.ts";

useMutedLog();
useStoppedClock();

const findCustomer = (secret: string, code: unknown) =>
  callAsDesk(secret, "POST", `${DESK_API}/customers`, { json: { code } });
/** The desk's list has more of each. */
const listed = <M extends object>(movement: M) => ({ ...movement, clerk: null, customer_name: null });
const UNKNOWN_CODE = "must be the code or the id of a customer's wallet";

describe("POST /desk/api/v1/customers", () => {
  it("finds the customer by a code that stays usable, or by the wallet's id, and shows no balance", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const { code } = await showCode(wallet);
    for (const shown of [code, code, wallet.id]) {
      const { status, body } = await findCustomer(secret, shown);
      const customer = { wallet_id: wallet.id, name: null, chosen_name: null, currencies: ["USD"] };
      expect([status, body]).toEqual([200, { success: true, customer }]);
    }
  });

  it("shows the whole name for a scan token alone, and counts each look-up in the audit trail", async () => {
    const { desk, secret } = await openDesk();
    const wallet = await makeWallet();
    const signedIn = { walletId: wallet.id, isClaimed: false, label: "ada.lovelace@example.com" };
    await openCustomerSession(deps, signedIn, null);
    const nameFor = async (code: string) => (await findCustomer(secret, code)).body.customer.name;
    const { code } = await showCode(wallet);
    expect(await nameFor(code)).toBe("ada.lovelace@example.com");
    for (let asked = 0; asked < 3; asked++) expect(await nameFor(wallet.id)).toBe("a…@e….com");
    const entries = (await storedEntriesOf(desk.id)).filter(
      ({ action }) => action === "desk_customer.looked_up",
    );
    const counted = entries.map(({ erasable, occurrences }) => [erasable.details?.value, occurrences]);
    expect(counted.sort()).toEqual([
      ["by scan token", 1],
      ["by wallet id", 3],
    ]);
    expect(JSON.stringify(entries)).not.toContain(wallet.id);
  });

  it("may be asked 30 times a minute by one desk, whatever its tablets", async () => {
    const { desk, secret } = await openDesk();
    const other = await openDesk();
    const limiter = limiterOf(1);
    const send = startService({ LIMIT_DESK_CUSTOMERS: limiter });
    const ask = (cookie: string) => {
      const headers = { ...deskCookieOf(cookie), ...SAME_ORIGIN, "Content-Type": "application/json" };
      return send(`${DESK_API}/customers`, {
        method: "POST",
        headers,
        body: JSON.stringify({ code: UNKNOWN_ID }),
      });
    };
    expect((await ask(secret)).status).toBe(400);
    const tablet = await makeTablet(desk);
    expect((await ask(tablet.secret)).status).toBe(429);
    expect((await ask(other.secret)).status).toBe(400);
    expect([...limiter.counts.keys()]).toEqual([desk.id, other.desk.id]);
  });

  it("names a code that is over, unknown, or a merchant's", async () => {
    const { secret } = await openDesk();
    const { code } = await showCode(await makeWallet());
    for (const wrong of [UNKNOWN_ID, (await makeMerchant()).id, "x", `${code}x`, 5]) {
      const { status, body } = await findCustomer(secret, wrong);
      expect([status, body.details[0].field]).toEqual([400, "code"]);
    }
    moveClock(MINUTE);
    expectInvalid(await findCustomer(secret, code), "code", "has expired: scan the customer's code again");
  });
});

describe("POST /desk/api/v1/top-ups", () => {
  it("takes no cash in a currency that has ended, which is still paid out", async () => {
    const { desk, secret } = await openDesk();
    await sharedRows.run("UPDATE desks SET currency = 'BGN' WHERE id = ?", desk.id);
    const { walletId } = await openWallet();
    const topUp = await postToDesk(secret, "top-ups", { wallet_id: walletId, amount: 1 });
    expectInvalid(topUp, "currency", "must be in use, which BGN has not been since 2026-01-01");
    const wallet = await makeWallet();
    await ledgerRows.run("UPDATE ledger_accounts SET currency = 'BGN' WHERE id = ?", wallet.id);
    expect((await requestPayOut(secret, wallet, 1)).status).toBe(202);
  });

  it("puts money into the wallet at once, and says so in the wallet's history and the audit trail", async () => {
    const { desk, secret } = await openDesk({ name: "Kiosk" });
    const { walletId, secret: customer } = await openWallet();
    const put = (amount: string) => postToDesk(secret, "top-ups", { wallet_id: walletId, amount });
    expectInvalid(await put("12.505"), "amount", "must have at most 2 decimals in USD");
    const { status, body } = await put("12.50");
    expect([status, body.movement]).toEqual([
      201,
      {
        id: expect.stringMatching(UUID),
        number: numberIn(body.movement),
        kind: "top_up",
        account_id: walletId,
        direction: "credit",
        amount: 12.5,
        amount_minor: 1250,
        amount_decimal: "12.50",
        currency: "USD",
        status: "completed",
        decline_reason: null,
        ledger_transaction_id: expect.stringMatching(UUID),
        desk_id: desk.id,
        made_by: `desk-${desk.id}`,
        reason: "",
        corrects_id: null,
        created_at: expect.stringMatching(ISO_TIME),
        completed_at: expect.stringMatching(ISO_TIME),
        expires_at: null,
      },
    ]);
    const { body: read } = await callAsCustomer(customer, "GET", `${WALLET_API}/transactions`);
    expect(read.transactions[0]).toMatchObject({
      transaction_type: "top_up",
      direction: "in",
      amount: "12.50",
      desk_name: "Kiosk",
      number: body.movement.number,
      merchant_name: null,
    });
    expect(await storedEntriesOf(body.movement.id)).toMatchObject([
      { action: "top_up.requested", actor: `desk-${desk.id}`, actorKind: "desk", merchantId: null },
    ]);
  });

  it("puts it there once, by a double click, a lost reply and a repetition a day later", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const { code } = await showCode(wallet);
    const click = () => postToDesk(secret, "top-ups", { code, amount: 5 }, "key-1");
    const clicks = await Promise.all([click(), click()]);
    expect(clicks.every(({ status }) => status === 201 || status === 202)).toBe(true);
    const lost = loseDatabaseReplies(/^insert into "movements"/i);
    const other = () => postToDesk(secret, "top-ups", { code, amount: 5 }, "key-2");
    expect((await other()).status).toBeGreaterThanOrEqual(500);
    lost();
    moveClock(DAY);
    expect((await other()).status).toBe(201);
    const again = await click();
    expect([again.status, again.body.movement.id]).toEqual([201, clicks[0].body.movement.id]);
    expect(await readBalances(await renewWallet(wallet))).toEqual(["110.00 USD"]);
  });

  it("completes once what a process that was killed had begun", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    failDatabase(/^insert into "ledger_transactions"/i);
    const json = { wallet_id: wallet.id, amount: 5 };
    const { status, body } = await postToDesk(secret, "top-ups", json, "key-1");
    expect([status, body.movement.status]).toEqual([202, "processing"]);
    repair();
    moveClock(5 * MINUTE);
    await runSweep();
    const read = await callAsDesk(secret, "GET", `${DESK_API}/movements/${body.movement.id}`);
    expect(read.body.movement).toMatchObject({ status: "completed" });
    expect((await postToDesk(secret, "top-ups", json, "key-1")).status).toBe(201);
    expect(await readBalances(wallet)).toEqual(["105.00 USD"]);
  });

  it("is refused when the desk is stopped meanwhile", async () => {
    const { desk, secret } = await openDesk();
    const { id: wallet_id } = await makeWallet();
    interceptDatabase(/^insert into "movements"/i, async (run) => {
      await sharedRows.run("UPDATE desks SET status = 'inactive' WHERE id = ?", desk.id);
      return await run();
    });
    const refused = await postToDesk(secret, "top-ups", { wallet_id, amount: 5 });
    expectFailure(refused, 409, "desk_not_active", "the desk is not active");
  });

  it("keeps to the desk's limits, of which each desk has its own", async () => {
    const { secret } = await openDesk({ top_up_max: 30, top_up_day: 50 });
    const { id: wallet_id } = await makeWallet();
    const add = async (amount: number) => (await postToDesk(secret, "top-ups", { wallet_id, amount })).body;
    expect((await add(30.01)).code).toBe("movement_too_large");
    const codes = (await Promise.all([add(30), add(30)])).map(({ code }) => code);
    expect(codes.sort()).toEqual(["day_limit_reached", undefined]);
    expect((await add(20)).movement.status).toBe("completed");
    const { secret: other } = await openDesk({ top_up_max: 30, top_up_day: 50 });
    expect((await postToDesk(other, "top-ups", { wallet_id, amount: 30 })).status).toBe(201);
    moveClock(DAY);
    expect((await add(30)).movement.status).toBe("completed");
  });

  it("names the field that is wrong", async () => {
    const { secret } = await openDesk({ currency: "JPY" });
    const { id: wallet_id } = await makeWallet({ currency: "JPY" });
    const post = (json: object, key?: string | null) => postToDesk(secret, "top-ups", json, key);
    const cases: [object, string, string][] = [
      [{ wallet_id, amount: 1.5 }, "amount", "must have no decimals in JPY"],
      [{ wallet_id, amount: 5, currency: "USD" }, "currency", "must be JPY, as the desk's"],
      [{ amount: 5 }, "code", "is required"],
      [{ wallet_id, code: wallet_id, amount: 5 }, "code", "must not be sent with wallet_id"],
      [{ wallet_id: UNKNOWN_ID, amount: 5 }, "wallet_id", "must be the id of a customer's wallet"],
      [{ code: UNKNOWN_ID, amount: 5 }, "code", UNKNOWN_CODE],
    ];
    for (const [json, field, message] of cases) expectInvalid(await post(json), field, message);
    const keyless = await post({ wallet_id, amount: 5 }, null);
    expectInvalid(keyless, "Idempotency-Key", "is required");
    const made = await post({ wallet_id, amount: 5, currency: "jpy" }, "key-1");
    expect(made.status).toBe(201);
    const dollars = await makeWallet();
    const { id } = made.body.movement;
    expectReused(await post({ wallet_id, amount: 6 }, "key-1"), id, ["amount"], "top_up");
    const both = await post({ wallet_id: dollars.id, amount: 6 }, "key-1");
    expectReused(both, id, ["wallet_id", "amount"], "top_up");
    const refused = await post({ wallet_id: dollars.id, amount: 5 });
    expectFailure(refused, 422, "currency_mismatch", "the wallet does not hold this currency");
    expectInvalid(await findCustomer(secret, "x"), "code", UNKNOWN_CODE);
  });
});

describe("GET /desk/api/v1/movements", () => {
  it("lists what the desk has done today, with sums and what is left, and nothing of another desk", async () => {
    const { desk, secret } = await openDesk();
    const { id: wallet_id } = await makeWallet();
    const read = async (query = "") =>
      (await callAsDesk(secret, "GET", `${DESK_API}/movements${query}`)).body;
    const limits = { top_up: { max: "200.00", left: "1000.00" }, pay_out: { max: "50.00", left: "100.00" } };
    const position = { currency: "USD", limit: 20, next_cursor: null };
    const none = { success: true, movements: [], sums: [], limits, ...position };
    expect(await read()).toEqual(none);
    const added = [];
    for (const amount of [5, 7.5]) {
      moveClock(SECOND);
      added.unshift(listed((await postToDesk(secret, "top-ups", { wallet_id, amount })).body.movement));
    }
    const sums = [{ kind: "top_up", status: "completed", count: 2, amount: "12.50" }];
    const left = { ...limits, top_up: { max: "200.00", left: "987.50" } };
    expect(await read()).toEqual({ ...none, movements: added, sums, limits: left });
    const page = await read("?limit=1");
    expect([page.movements, page.sums]).toEqual([[added[0]], sums]);
    expect((await read(`?limit=1&cursor=${page.next_cursor}`)).movements).toEqual([added[1]]);
    const { secret: other } = await openDesk();
    expect((await callAsDesk(other, "GET", `${DESK_API}/movements`)).body).toEqual(none);
    const foreign = await callAsDesk(other, "GET", `${DESK_API}/movements/${added[0].id}`);
    expectFailure(foreign, 404, "movement_not_found", "Movement not found");
    moveClock(DAY);
    expect(await read()).toEqual(none);
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { status: "inactive" });
    expect((await postToDesk(secret, "top-ups", { wallet_id, amount: 5 })).status).toBe(401);
  });

  it("begins its day, and that of its limits, at midnight where the desk is", async () => {
    const { secret } = await openDesk({ time_zone: "Asia/Kolkata", top_up_day: 50 });
    const { id: wallet_id } = await makeWallet();
    const add = async () => (await postToDesk(secret, "top-ups", { wallet_id, amount: 50 })).body;
    const read = async () => (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body;
    const midnight = Math.ceil(Date.now() / DAY) * DAY + 18.5 * HOUR;
    setClock(midnight - 1);
    const { movement: last } = await add();
    expect([(await add()).code, (await read()).movements]).toEqual(["day_limit_reached", [listed(last)]]);
    moveClock(1);
    const { movement: first } = await add();
    const { movements, sums, limits } = await read();
    expect([movements, sums[0].count, limits.top_up.left]).toEqual([[listed(first)], 1, "0.00"]);
    moveClock(5.5 * HOUR);
    expect((await add()).code).toBe("day_limit_reached");
  });
});
