// A desk puts a wrong top-up right, and takes back a pay-out that still waits.
import { describe, expect, it } from "vitest";
import { call } from "../../../support/api.ts";
import { storedEntriesOf } from "../../../support/audit-trail.ts";
import { DAY, HOUR, MINUTE, moveClock, useStoppedClock } from "../../../support/clock.ts";
import {
  actOnPayOut,
  asAdmin,
  callAsDesk,
  correct,
  DESK_API,
  DESKS,
  openDesk,
  postToDesk,
  requestPayOut,
  withdraw,
} from "../../../support/desks.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { expectReused } from "../../../support/idempotency.ts";
import { changesOf, watchWallet } from "../../../support/live.ts";
import { makeWallet, readBalances } from "../../../support/parties.ts";
import { WALLET_API } from "../../../support/paths.ts";

useMutedLog();
useStoppedClock();

async function topUp(secret: string, wallet: { id: string }, amount = 50) {
  return (await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount })).body.movement;
}

const readPayOut = ({ token }: { token: string }, id: string) =>
  call("GET", `${WALLET_API}/pay-outs/${id}`, { token });

describe("POST /desk/api/v1/movements/{movementID}/corrections", () => {
  it("asks for the difference, which comes back only once its customer has approved", async () => {
    const { desk, secret } = await openDesk({ name: "Kiosk", pay_out_max: 0, pay_out_day: 0 });
    const wallet = await makeWallet();
    const made = await topUp(secret, wallet);
    const { status, body } = await correct(secret, made.id, 45);
    const { id, expires_at } = body.movement;
    const expected = { kind: "pay_out", direction: "debit", account_id: wallet.id, desk_id: desk.id };
    expect([status, body.movement]).toMatchObject([
      202,
      { ...expected, status: "awaiting_approval", amount_decimal: "45.00", corrects_id: made.id },
    ]);
    expect(Date.parse(expires_at) - Date.now()).toBe(HOUR);
    expect(await readBalances(wallet)).toEqual(["150.00 USD"]);
    const { pay_outs } = (await call("GET", `${WALLET_API}/approvals`, { token: wallet.token })).body;
    const corrects = { id: made.id, amount_decimal: "50.00", created_at: made.created_at };
    expect(pay_outs).toMatchObject([{ id, desk_name: "Kiosk", amount_decimal: "45.00", corrects }]);
    const approved = await actOnPayOut(wallet, id, "approve");
    expect(approved.body.pay_out).toMatchObject({ status: "completed", corrects });
    expect(await readBalances(wallet)).toEqual(["105.00 USD"]);
    const { transactions } = (await call("GET", `${WALLET_API}/transactions`, { token: wallet.token })).body;
    expect(transactions.map((line: Record<string, unknown>) => line.corrects_number)).toEqual([
      made.number,
      null,
      null,
    ]);
    const { movements, sums, limits } = (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body;
    const kept = movements.map((one: Record<string, unknown>) => [one.status, one.corrects_id, one.clerk]);
    expect(kept).toEqual(
      expect.arrayContaining([
        ["completed", made.id, null],
        ["completed", null, null],
      ]),
    );
    expect(sums).toMatchObject([{ kind: "correction", amount: "45.00" }, { kind: "top_up" }]);
    expect(limits.pay_out).toEqual({ max: "0.00", left: "0.00" });
  });

  it("takes back no more than the top-up was, however often it is asked at once", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const { id } = await topUp(secret, wallet);
    const asked = await Promise.all([correct(secret, id, 30), correct(secret, id, 30)]);
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 422]);
    const refused = asked.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({
      code: "correction_too_large",
      error: "is more than is left of the top-up",
    });
    const waiting = asked.find(({ status }) => status === 202)?.body.movement.id;
    expect((await correct(secret, id, 20)).status).toBe(202);
    expect((await correct(secret, id, 0.01)).body.code).toBe("correction_too_large");
    await actOnPayOut(wallet, waiting, "reject");
    const again = await correct(secret, id, 30, "key-1");
    expect(again.status).toBe(202);
    expect((await correct(secret, id, 30, "key-1")).body).toEqual(again.body);
    expectReused(await correct(secret, id, 29, "key-1"), again.body.movement.id, ["amount"], "pay_out");
    const other = await topUp(secret, wallet);
    expectReused(
      await correct(secret, other.id, 30, "key-1"),
      again.body.movement.id,
      ["movementID"],
      "pay_out",
    );
    moveClock(HOUR);
    // A machine whose clock is behind may still approve what waits.
    expect((await correct(secret, id, 50)).body.code).toBe("correction_too_large");
    moveClock(MINUTE);
    expect((await correct(secret, id, 50)).status).toBe(202);
  });

  it("corrects a top-up for 24 hours, and repeats what was asked for in time", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const { id } = await topUp(secret, wallet);
    moveClock(DAY);
    const asked = await correct(secret, id, 5, "key-1");
    expect(asked.status).toBe(202);
    moveClock(1);
    expectFailure(
      await correct(secret, id, 5),
      409,
      "top_up_too_old",
      "a top-up can be corrected for 24 hours",
    );
    expect((await correct(secret, id, 5, "key-1")).body).toEqual(asked.body);
  });

  it("corrects a completed top-up of its own desk alone", async () => {
    const { desk, secret } = await openDesk();
    const { secret: other } = await openDesk();
    const wallet = await makeWallet();
    const { id } = await topUp(secret, wallet);
    expect((await correct(other, id, 5)).body.code).toBe("movement_not_found");
    const { id: payOut } = (await requestPayOut(secret, wallet, 5)).body.movement;
    expect((await correct(secret, payOut, 5)).body.code).toBe("top_up_not_completed");
    expectInvalid(await correct(secret, id, 0), "amount", "must be at least 0.01");
    await asAdmin("PUT", `${DESKS}/${desk.id}`, { status: "inactive" });
    expect((await correct(secret, id, 5)).status).toBe(401);
  });
});

describe("POST /desk/api/v1/movements/{movementID}/withdraw", () => {
  it("ends what waits, which nobody can approve any more, and tells the wallet", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const watcher = await watchWallet(wallet);
    const { id } = (await requestPayOut(secret, wallet, 5)).body.movement;
    for (const _ of [1, 2]) {
      const { status, body } = await withdraw(secret, id);
      expect([status, body.movement.status]).toEqual([200, "withdrawn"]);
    }
    expect(await changesOf(watcher, 3)).toEqual(expect.arrayContaining([{ type: "approval_ended" }]));
    for (const action of ["approve", "reject"] as const)
      expectFailure(
        await actOnPayOut(wallet, id, action),
        409,
        "movement_withdrawn",
        "the desk has withdrawn the pay-out",
      );
    expect((await readPayOut(wallet, id)).body.pay_out).toMatchObject({
      id,
      status: "withdrawn",
      corrects: null,
    });
    expect((await readPayOut(await makeWallet(), id)).body.code).toBe("movement_not_found");
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
    expect((await storedEntriesOf(id)).map(({ action }) => action)).toEqual([
      "pay_out.requested",
      "pay_out.withdrawn",
    ]);
    // It counts towards no limit.
    const { limits } = (await callAsDesk(secret, "GET", `${DESK_API}/movements`)).body;
    expect(limits.pay_out.left).toBe("100.00");
  });

  it("and an approval at the same time: one of them is refused", async () => {
    const { secret } = await openDesk();
    const wallet = await makeWallet();
    const { id } = (await requestPayOut(secret, wallet, 5)).body.movement;
    const [withdrawn, approved] = await Promise.all([
      withdraw(secret, id),
      actOnPayOut(wallet, id, "approve"),
    ]);
    expect([withdrawn.status, approved.status].sort()).toEqual([200, 409]);
    const isWithdrawn = withdrawn.status === 200;
    expect(await readBalances(wallet)).toEqual([isWithdrawn ? "100.00 USD" : "95.00 USD"]);
    const { status } = (await readPayOut(wallet, id)).body.pay_out;
    expect(status).toBe(isWithdrawn ? "withdrawn" : "completed");
  });

  it("is refused for what has ended, and for another desk", async () => {
    const { secret } = await openDesk();
    const { secret: other } = await openDesk();
    const wallet = await makeWallet();
    const { id } = await topUp(secret, wallet);
    expect((await withdraw(secret, id)).body.code).toBe("movement_ended");
    expect((await withdraw(other, id)).body.code).toBe("movement_not_found");
    const late = (await requestPayOut(secret, wallet, 5)).body.movement.id;
    moveClock(HOUR);
    expect((await withdraw(secret, late)).body.movement.status).toBe("expired");
  });
});
