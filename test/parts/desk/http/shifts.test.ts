// Clerks open a shift at a desk with the cash that is there, and close it with what they have counted.
import { describe, expect, it } from "vitest";
import { ISO_TIME, UUID } from "../../../support/api.ts";
import { storedEntriesOf } from "../../../support/audit-trail.ts";
import { DAY, HOUR, MINUTE, moveClock, setClock, useStoppedClock } from "../../../support/clock.ts";
import {
  actOnPayOut,
  asAdmin,
  callAsDesk,
  closeShift,
  correct,
  DESK_API,
  DESKS,
  NEW_DESK,
  openDesk,
  openShift,
  postToDesk,
  requestPayOut,
} from "../../../support/desks.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { failDatabase, repair, useMutedLog } from "../../../support/faults.ts";
import { expectReused } from "../../../support/idempotency.ts";
import { makeWallet } from "../../../support/parties.ts";
import { runSweep } from "../../../support/queues.ts";

useMutedLog();
useStoppedClock();

const CLERKS = { clerks: ["Ada", "Grace"] };
const readShift = async (secret: string) => (await callAsDesk(secret, "GET", `${DESK_API}/shift`)).body.shift;
const topUp = async (secret: string, amount = 50) =>
  await postToDesk(secret, "top-ups", { wallet_id: (await makeWallet()).id, amount });
const leftOf = async (secret: string) =>
  (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body.limits.top_up.left;

describe("a desk with clerks", () => {
  it("moves nothing without a shift, and says whose each movement was", async () => {
    const { desk, secret } = await openDesk(CLERKS);
    const wallet = await makeWallet();
    expectFailure(await topUp(secret), 409, "shift_not_open", "the desk has no open shift");
    expect((await requestPayOut(secret, wallet, 5)).body.code).toBe("shift_not_open");
    expect(await readShift(secret)).toBe(null);
    const { status, body } = await openShift(secret, "Ada", 100);
    const opened = {
      id: expect.stringMatching(UUID),
      clerk: "Ada",
      currency: "USD",
      opening_float: "100.00",
      top_ups: "0.00",
      corrections: "0.00",
      pay_outs: "0.00",
      expected: "100.00",
      counted: null,
      difference: null,
      opened_at: expect.stringMatching(ISO_TIME),
      closed_at: null,
    };
    expect([status, body]).toEqual([201, { success: true, shift: opened }]);
    const made = await topUp(secret);
    expect(made.status).toBe(201);
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { clerks: [] });
    const listed = (await asAdmin("GET", `/merchant/api/v1/admin/movements?desk_id=${desk.id}`)).body;
    expect(listed.movements).toEqual([{ ...made.body.movement, clerk: "Ada" }]);
  });

  it("adds up what has changed hands in the shift, with corrections apart, and keeps it as it was counted", async () => {
    const { desk, secret } = await openDesk(CLERKS);
    const wallet = await makeWallet();
    const { id } = (await openShift(secret, "Grace", 100)).body.shift;
    const made = (await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 50 })).body.movement;
    const { id: correction } = (await correct(secret, made.id, 45)).body.movement;
    const { id: payOut } = (await requestPayOut(secret, wallet, 7)).body.movement;
    await requestPayOut(secret, wallet, 8);
    await actOnPayOut(wallet, correction, "approve");
    await actOnPayOut(wallet, payOut, "approve");
    const { sums } = (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body;
    expect(sums).toEqual([
      { kind: "correction", status: "completed", count: 1, amount: "45.00" },
      { kind: "pay_out", status: "awaiting_approval", count: 1, amount: "8.00" },
      { kind: "pay_out", status: "completed", count: 1, amount: "7.00" },
      { kind: "top_up", status: "completed", count: 1, amount: "50.00" },
    ]);
    const moved = { top_ups: "50.00", corrections: "45.00", pay_outs: "7.00", expected: "98.00" };
    expect(await readShift(secret)).toMatchObject(moved);
    moveClock(MINUTE);
    const closed = await closeShift(secret, id, 97.5);
    const end = { ...moved, counted: "97.50", difference: "-0.50" };
    expect([closed.status, closed.body.shift]).toMatchObject([
      200,
      { ...end, closed_at: expect.stringMatching(ISO_TIME) },
    ]);
    expect((await closeShift(secret, id, 97.5)).body).toEqual(closed.body);
    expectFailure(
      await closeShift(secret, id, 98),
      409,
      "shift_closed",
      "the shift was closed with another count",
    );
    expect((await topUp(secret)).body.code).toBe("shift_not_open");
    moveClock(MINUTE);
    const next = (await openShift(secret, "Ada", 97.5)).body.shift;
    await topUp(secret, 3);
    const now = await readShift(secret);
    expect(now).toMatchObject({ id: next.id, corrections: "0.00", expected: "100.50" });
    const list = `${DESKS}/${desk.id}/shifts`;
    expect((await asAdmin("GET", list)).body).toEqual({
      ...{ success: true, limit: 20, next_cursor: null },
      shifts: [now, closed.body.shift],
    });
    const first = (await asAdmin("GET", `${list}?limit=1`)).body;
    const second = (await asAdmin("GET", `${list}?limit=1&cursor=${first.next_cursor}`)).body;
    expect([...first.shifts, ...second.shifts]).toEqual([now, closed.body.shift]);
    const entries = await storedEntriesOf(id);
    expect(entries.map(({ action }) => action)).toEqual(["desk_shift.opened", "desk_shift.closed"]);
    expect(JSON.stringify(entries)).not.toContain("Grace");
  });

  it("counts what ends between two shifts in the next one, and what was begun and ended there in none", async () => {
    const { desk, secret } = await openDesk(CLERKS);
    const wallet = await makeWallet();
    const { id } = (await openShift(secret, "Ada", 100)).body.shift;
    const { id: payOut } = (await requestPayOut(secret, wallet, 7)).body.movement;
    moveClock(1_000);
    expect((await closeShift(secret, id, 100)).body.shift).toMatchObject({ pay_outs: "0.00" });
    moveClock(1_000);
    await actOnPayOut(wallet, payOut, "approve");
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { clerks: [] });
    await topUp(secret, 20);
    await asAdmin("PUT", `${DESKS}/${desk.id}`, CLERKS);
    moveClock(1_000);
    const next = (await openShift(secret, "Grace", 120)).body.shift;
    const sums = { top_ups: "0.00", pay_outs: "7.00", expected: "113.00" };
    expect(next).toMatchObject(sums);
    moveClock(HOUR);
    expect((await closeShift(secret, next.id, 113)).body.shift).toMatchObject({
      ...sums,
      difference: "0.00",
    });
    expect((await openShift(secret, "Ada", 113)).body.shift).toMatchObject({ expected: "113.00" });
  });

  it("counts what has ended by the clock of the close in one shift alone", async () => {
    const { secret } = await openDesk(CLERKS);
    const { id } = (await openShift(secret, "Ada", 0)).body.shift;
    moveClock(2_000);
    await topUp(secret, 5);
    moveClock(-1_000);
    expect((await closeShift(secret, id, 5)).body.shift.top_ups).toBe("5.00");
    expect((await openShift(secret, "Grace", 5)).body.shift.top_ups).toBe("0.00");
  });

  it("does not end while the result of a movement is not known", async () => {
    const { secret } = await openDesk(CLERKS);
    const { id } = (await openShift(secret, "Ada", 100)).body.shift;
    const { id: wallet_id } = await makeWallet();
    failDatabase(/^insert into "ledger_transactions"/i);
    const { body } = await postToDesk(secret, "top-ups", { wallet_id, amount: 5 });
    expect(body.movement.status).toBe("processing");
    const refused = await closeShift(secret, id, 105);
    expectFailure(
      refused,
      409,
      "movement_under_way",
      "the result of a movement of this desk is not known yet",
    );
    const { secret: other } = await openDesk(CLERKS);
    const elsewhere = (await openShift(other, "Ada", 1)).body.shift;
    expect((await closeShift(other, elsewhere.id, 1)).status).toBe(200);
    repair();
    moveClock(5 * MINUTE);
    await runSweep();
    expect((await closeShift(secret, id, 105)).body.shift).toMatchObject({
      top_ups: "5.00",
      difference: "0.00",
    });
  });

  it("counts a correction only in the shift of its top-up: no cash leaves the drawer", async () => {
    const { desk, secret } = await openDesk(CLERKS);
    const wallet = await makeWallet();
    const { id } = (await openShift(secret, "Ada", 100)).body.shift;
    const made = (await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 50 })).body.movement;
    const { id: correction } = (await correct(secret, made.id, 45)).body.movement;
    moveClock(1_000);
    await closeShift(secret, id, 105);
    moveClock(1_000);
    await openShift(secret, "Grace", 105);
    await actOnPayOut(wallet, correction, "approve");
    expect(await readShift(secret)).toMatchObject({ pay_outs: "0.00", expected: "105.00" });
    const { shifts } = (await asAdmin("GET", `${DESKS}/${desk.id}/shifts`)).body;
    expect(shifts[1]).toMatchObject({ corrections: "0.00", pay_outs: "0.00", expected: "150.00" });
  });

  it("keeps nobody's name for longer than 400 days after a shift", async () => {
    const { desk, secret } = await openDesk(CLERKS);
    const { id } = (await openShift(secret, "Ada", 100)).body.shift;
    await topUp(secret);
    await closeShift(secret, id, 150);
    moveClock(1_000);
    await openShift(secret, "Grace", 150);
    const names = async () => {
      const { shifts } = (await asAdmin("GET", `${DESKS}/${desk.id}/shifts`)).body;
      const { movements } = (await asAdmin("GET", `/merchant/api/v1/admin/movements?desk_id=${desk.id}`))
        .body;
      return [...shifts, ...movements].map(({ clerk }: { clerk: string | null }) => clerk);
    };
    moveClock(400 * DAY - HOUR - 1_000);
    await runSweep();
    expect(await names()).toEqual(["Grace", "Ada", "Ada"]);
    // All shifts are read once a day.
    moveClock(2 * HOUR);
    await runSweep();
    expect(await names()).toEqual(["Grace", "Ada", "Ada"]);
    moveClock(DAY);
    await runSweep();
    expect(await names()).toEqual(["Grace", "", null]);
  });

  it("has one open shift, opened once for two clicks, by one of its clerks", async () => {
    const { secret } = await openDesk(CLERKS);
    expectInvalid(await openShift(secret, "Eve", 1), "clerk", "must be one of the desk's clerks");
    expectInvalid(await openShift(secret, "Ada", 1.001), "opening_float");
    const clicks = await Promise.all(
      ["key-1", "key-1", "key-2"].map((key) => openShift(secret, "Ada", 1, key)),
    );
    const opened = clicks.filter(({ status }) => status === 201);
    expect(clicks.find(({ status }) => status === 409)?.body).toMatchObject({ code: "shift_open" });
    expect(new Set(opened.map(({ body }) => body.shift.id)).size).toBe(1);
    const { id } = opened[0]?.body.shift ?? {};
    const key = opened.length === 2 ? "key-1" : "key-2";
    expectReused(await openShift(secret, "Grace", 2, key), id, ["clerk", "opening_float"], "shift");
    const { secret: other } = await openDesk(CLERKS);
    expect((await closeShift(other, id, 1)).body.code).toBe("shift_not_found");
    await closeShift(secret, id, 1);
    // A late repetition opens no other.
    expect((await openShift(secret, "Ada", 1, key)).body.shift.counted).toBe("1.00");
    expect(await readShift(secret)).toBe(null);
  });

  it("is refused with a name twice, or an empty one", async () => {
    expectInvalid(
      await asAdmin("POST", DESKS, { ...NEW_DESK, clerks: ["Ada", "Ada"] }),
      "clerks",
      "must not have a name twice",
    );
    expect((await asAdmin("POST", DESKS, { ...NEW_DESK, clerks: [""] })).status).toBe(400);
  });
});

describe("the limits of a day, after a change of the desk's zone", () => {
  it("count the last 24 hours until the next local day, and are not those of a second day", async () => {
    const noon = Date.parse("2026-12-03T12:00:00Z");
    setClock(noon);
    const { desk, secret } = await openDesk();
    await topUp(secret, 200);
    expect(await leftOf(secret)).toBe("800.00");
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { time_zone: "Pacific/Kiritimati" });
    expect(await leftOf(secret)).toBe("800.00");
    moveClock(21 * HOUR);
    await topUp(secret, 100);
    expect(await leftOf(secret)).toBe("700.00");
    moveClock(HOUR);
    expect(await leftOf(secret)).toBe("1000.00");
  });

  it("begin anew with the next shift", async () => {
    setClock(Date.parse("2026-12-03T12:00:00Z"));
    const { desk, secret } = await openDesk(CLERKS);
    const { id } = (await openShift(secret, "Ada", 0, "key-1")).body.shift;
    await topUp(secret, 200);
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { time_zone: "Pacific/Kiritimati" });
    moveClock(23 * HOUR);
    expect(await leftOf(secret)).toBe("800.00");
    expect((await openShift(secret, "Ada", 0, "key-1")).status).toBe(201);
    expect(await leftOf(secret)).toBe("800.00");
    await closeShift(secret, id, 200);
    await openShift(secret, "Ada", 200);
    expect(await leftOf(secret)).toBe("1000.00");
  });
});
