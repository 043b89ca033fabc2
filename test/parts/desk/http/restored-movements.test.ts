// What the ledger has executed, and a restored database has forgotten.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findMovement } from "#parts/desk/db/movements.ts";
import { type Movement, transferOf } from "#parts/desk/domain/movement.ts";
import {
  type DraftGuard,
  decidePayOut,
  type MovementDraft,
  startMovement,
} from "#parts/desk/services/movements.ts";
import { decideOnPayOut, settleMovement } from "#parts/desk/services/settle-movement.ts";
import { eraseWallet } from "#parts/exports/services/wallet-erasure.ts";
import { MINUTE, moveClock } from "../../../support/clock.ts";
import { okValue } from "../../../support/result.ts";
import { sharedRows } from "../../../support/rows.ts";
import { ACTOR, balanceOf, deps as live, seedWallet } from "../../../support/seeds.ts";
import { aDraft, aPayOut, SETTLED, withLedger } from "../movements.ts";

describe("a movement", () => {
  describe("is recorded, which", () => {
    const nothing = { transactionMaxMinor: 0, dayMaxMinor: 0, dayFrom: 0 };
    const stopped: DraftGuard = { isAllowed: sql`false`, refusal: "desk_not_active" };
    const expired: DraftGuard = { check: async () => "scan_token_expired", refusal: "scan_token_used" };
    it.each<[string, Partial<MovementDraft>, DraftGuard | null]>([
      ["the limits", { limits: nothing }, null],
      ["the day's limit", { limits: { ...nothing, transactionMaxMinor: 100_00 } }, null],
      ["a desk that was stopped", {}, stopped],
      ["an expired token", {}, expired],
    ])("%s would refuse now", async (_, change, guard) => {
      const { deps, asked } = withLedger(SETTLED);
      const adjustment = aDraft({ kind: "adjustment", direction: "debit" });
      for (const draft of [aDraft(), aPayOut(), adjustment]) {
        const { id } = okValue(await startMovement(deps, ACTOR, draft));
        await decidePayOut(deps, ACTOR, { walletId: draft.accountId, movementId: id }, "approve");
        await sharedRows.run("DELETE FROM movements WHERE id = ?", id);

        const again = okValue(await startMovement(deps, ACTOR, { ...draft, ...change }, guard));
        expect(again).toMatchObject({ id, status: "completed" });
      }
      const sent = asked.length;
      expect(await startMovement(deps, ACTOR, aDraft(change), guard)).toMatchObject({ ok: false });
      expect(asked).toHaveLength(sent);
    });
  });

  it.each([
    ["reject", ", before its time is over", 0],
    ["reject", ", also once its time is over", 5 * MINUTE],
    ["withdraw", "", 0],
  ] as const)(
    "is not ended by %s when a restored database has forgotten its approval%s",
    async (ending, _, after) => {
      const accountId = await seedWallet(100_00);
      const { id } = okValue(await startMovement(live, ACTOR, aPayOut({ accountId })));
      const decide = async (decision: "approve" | typeof ending) =>
        decision === "withdraw"
          ? decideOnPayOut(live, ACTOR, (await findMovement(live.db, id)) as Movement, decision)
          : decidePayOut(live, ACTOR, { walletId: accountId, movementId: id }, decision);
      const paid = okValue(await decide("approve"));
      await sharedRows.run(
        "UPDATE movements SET status = 'awaiting_approval', completed_at = NULL, transaction_id = NULL WHERE id = ?",
        id,
      );
      moveClock(after);

      expect(await decide(ending)).toEqual({ ok: false, error: "movement_ended" });

      expect(await settleMovement(live, id)).toMatchObject({
        status: "completed",
        ledgerTransactionId: paid.ledgerTransactionId,
      });
      expect(await balanceOf(accountId)).toBe(87_50);
    },
  );

  it("is rejected only once the ledger has said that it has not moved", async () => {
    const { deps, asked } = withLedger(SETTLED);
    const draft = aPayOut();
    const { id } = okValue(await startMovement(deps, ACTOR, draft));
    const reject = (by = deps) =>
      decidePayOut(by, ACTOR, { walletId: draft.accountId, movementId: id }, "reject");
    const hasMoved = () => Promise.reject(new Error("the ledger is down"));

    await expect(reject({ ...deps, ledger: { ...deps.ledger, hasMoved } })).rejects.toThrow();
    expect(okValue(await reject()).status).toBe("rejected");
    expect(asked).toEqual([]);
  });

  it("is completed, and not rejected, when the wallet is erased", async () => {
    const walletId = await seedWallet(100_00);
    const payOut = okValue(await startMovement(live, ACTOR, aPayOut({ accountId: walletId })));
    await live.ledger.transfer(transferOf(payOut));

    expect(await eraseWallet(live, { walletId, actor: ACTOR, defer: () => {} })).toEqual({
      ok: true,
      value: null,
    });

    expect(await settleMovement(live, payOut.id)).toMatchObject({ status: "completed" });
  });
});
