// What a pay-out needs of its customer, on a ledger that says what a test wants.
import { describe, expect, it } from "vitest";
import {
  approveMovement,
  rejectMovement,
  settleMovement,
  startMovement,
} from "../../../src/services/movements/movements.ts";
import { allEntries } from "../../support/audit-trail.ts";
import { MINUTE, moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { aPayOut, SETTLED, withLedger } from "../../support/movements.ts";
import { okValue } from "../../support/result.ts";
import { sharedRows } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";

useMutedLog();

describe("a pay-out", () => {
  it("moves nothing until its wallet has approved it, once", async () => {
    const { deps, asked } = withLedger(SETTLED);
    const draft = aPayOut();
    const movement = okValue(await startMovement(deps, CAUSE, draft));
    const own = { walletId: draft.accountId, movementId: movement.id };
    expect(movement.status).toBe("awaiting_approval");
    expect(asked).toEqual([]);

    expect(await approveMovement(deps, CAUSE, { ...own, walletId: "another" })).toEqual({
      ok: false,
      error: "movement_not_found",
    });
    const approvals = await Promise.all([0, 1].map(() => approveMovement(deps, CAUSE, own)));

    expect(approvals.map(okValue).at(0)?.status).toBe("completed");
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([`pay_out:${movement.id}`]));
    expect(await rejectMovement(deps, CAUSE, own)).toEqual({ ok: false, error: "movement_ended" });
    const entries = (await allEntries()).filter(({ targetId }) => targetId === movement.id);
    expect(entries.map(({ action }) => action)).toEqual(["pay_out.requested", "pay_out.approved"]);
  });

  it("needs no second approval when a restored database has forgotten it, or the approval", async () => {
    const { deps } = withLedger(SETTLED);
    const draft = aPayOut();
    const { id } = okValue(await startMovement(deps, CAUSE, draft));
    await approveMovement(deps, CAUSE, { walletId: draft.accountId, movementId: id });

    await sharedRows.run("DELETE FROM movements WHERE id = ?", id);
    expect(okValue(await startMovement(deps, CAUSE, draft))).toMatchObject({ id, status: "completed" });
    await sharedRows.run(
      "UPDATE movements SET status = 'awaiting_approval', expires_at = 1 WHERE id = ?",
      id,
    );
    expect(await settleMovement(deps, id)).toMatchObject({ status: "completed" });
  });

  it("cannot be approved after its rejection or its deadline", async () => {
    const { deps, asked } = withLedger(SETTLED);
    const draft = aPayOut();
    const again = { ...draft, idempotencyKey: crypto.randomUUID() };
    const [rejected, expired] = [
      okValue(await startMovement(deps, CAUSE, draft)),
      okValue(await startMovement(deps, CAUSE, again)),
    ];
    const approve = (movementId: string) =>
      approveMovement(deps, CAUSE, { walletId: draft.accountId, movementId });

    await rejectMovement(deps, CAUSE, { walletId: draft.accountId, movementId: rejected.id });
    expect(await approve(rejected.id)).toEqual({ ok: false, error: "movement_ended" });
    moveClock(2 * MINUTE);
    expect(await approve(expired.id)).toEqual({ ok: false, error: "movement_expired" });
    const own = { walletId: draft.accountId, movementId: expired.id };
    expect(okValue(await rejectMovement(deps, CAUSE, own)).status).toBe("expired");
    expect(asked).toEqual([]);
  });
});
