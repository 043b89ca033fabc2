// The service itself, on a ledger that says what a test wants.
import { describe, expect, it, vi } from "vitest";
import type { TransferResult } from "#core/domain/ledger.ts";
import type { Movement } from "#parts/desk/domain/movement.ts";
import { transferOf } from "#parts/desk/domain/movement.ts";
import { decidePayOut, startMovement } from "#parts/desk/services/movements.ts";
import { settleMovement } from "#parts/desk/services/settle-movement.ts";
import { allEntries } from "../../../support/audit-trail.ts";
import { DAY, MINUTE, moveClock } from "../../../support/clock.ts";
import { failDatabase, repair, useMutedLog } from "../../../support/faults.ts";
import { okValue } from "../../../support/result.ts";
import { ACTOR, deps as live, seedWallet } from "../../../support/seeds.ts";
import { aDraft, aPayOut, DECLINED, RESULT_OF_MOVEMENT, SETTLED, UNKNOWN, withLedger } from "../movements.ts";

const log = useMutedLog();

async function entriesOf({ id }: Movement) {
  return (await allEntries()).filter(({ targetId }) => targetId === id).map(({ action }) => action);
}

describe("startMovement", () => {
  it.each<TransferResult>([
    UNKNOWN,
    { outcome: "rejected" },
    { outcome: "pending", transactionId: "tx-1" },
    { outcome: "key_taken", transaction: null },
  ])("is processing after $outcome, and repeats the same transfer", async (result) => {
    const { deps, asked } = withLedger(result, result, SETTLED);
    const movement = okValue(await startMovement(deps, ACTOR, aDraft()));

    expect(movement.status).toBe("processing");
    expect(await settleMovement(deps, movement.id)).toEqual(movement);
    expect(await settleMovement(deps, movement.id)).toMatchObject({ status: "completed" });
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
  });

  it("is processing while the ledger does not respond at all", async () => {
    const { deps } = withLedger(UNKNOWN);
    deps.ledger.hasMoved = () => Promise.reject(new Error("the ledger is down"));
    expect(okValue(await startMovement(deps, ACTOR, aDraft())).status).toBe("processing");
  });

  it.each<[string, Partial<Movement>]>([
    ["amount", { amountMinor: 1 }],
    ["account", { accountId: "another" }],
  ])(
    "is declined, and never completed, when a transaction of another %s is under its key",
    async (_, change) => {
      const accountId = await seedWallet();
      const movement = okValue(await startMovement(withLedger(UNKNOWN).deps, ACTOR, aDraft({ accountId })));
      await live.sandboxLedger?.openAccount("another", "USD", 0);
      const other = await live.ledger.transfer(transferOf({ ...movement, ...change }));

      expect(other.outcome).toBe("settled");
      expect(await settleMovement(live, movement.id)).toMatchObject({
        status: "declined",
        declineReason: "not_executed",
      });
      expect(log.join()).toContain("movement_key_taken");
    },
  );

  it("does not ask the ledger for a desk that has not made it", async () => {
    const { deps, asked } = withLedger(UNKNOWN);
    const movement = okValue(await startMovement(deps, ACTOR, aDraft()));

    expect(await settleMovement(deps, movement.id, "another")).toBeNull();
    expect(asked).toHaveLength(1);
    expect(await settleMovement(deps, movement.id, movement.deskId ?? "")).toEqual(movement);
    expect(asked).toHaveLength(2);
  });

  it("returns the same movement for the same request under the same key", async () => {
    const { deps, asked } = withLedger(SETTLED);
    const draft = aDraft();

    const both = await Promise.all([0, 1].map(() => startMovement(deps, ACTOR, draft)));
    const [first, second] = both.map(okValue);
    const third = okValue(await startMovement(deps, ACTOR, draft));

    expect(second?.id).toBe(first?.id);
    expect(third).toMatchObject({ id: first?.id, status: "completed" });
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(await entriesOf(third)).toEqual(["top_up.requested"]);
  });

  it("checks nothing and uses nothing for a repeated request, and uses nothing for a refused one", async () => {
    const { deps } = withLedger(SETTLED);
    const draft = aPayOut();
    const { id } = okValue(await startMovement(deps, ACTOR, draft));
    const down = () => Promise.reject(new Error("down"));
    const use = vi.fn(async () => "scan_token_used" as const);
    const guard = { use, refusal: "desk_not_active" } as const;
    const without = { ...deps, ledger: { ...deps.ledger, hasMoved: down } };

    const again = await startMovement(without, ACTOR, draft, { ...guard, check: down });
    const expired = async () => "scan_token_expired" as const;
    const refused = await startMovement(deps, ACTOR, aPayOut(), { ...guard, check: expired });

    expect(again).toMatchObject({ ok: true, value: { id, status: "awaiting_approval" } });
    expect(refused).toEqual({ ok: false, error: "scan_token_expired" });
    expect(use).not.toHaveBeenCalled();
    expect(await startMovement(deps, ACTOR, aPayOut(), guard)).toEqual({
      ok: false,
      error: "scan_token_used",
    });
  });

  it("repeats the transfer when its result could not be stored", async () => {
    const { deps, asked } = withLedger(SETTLED);
    const draft = aDraft();
    failDatabase(RESULT_OF_MOVEMENT);
    await expect(startMovement(deps, ACTOR, draft)).rejects.toThrow();
    repair();

    expect(await startMovement(deps, ACTOR, draft)).toMatchObject({
      ok: true,
      value: { status: "completed" },
    });
    expect(asked[1]).toEqual(asked[0]);
  });
});

describe("the limits", () => {
  it("allow exactly as much as they say, at once and on a day", async () => {
    const { deps } = withLedger(SETTLED);
    const draft = aDraft();
    const move = async (amountMinor: number, change = {}) => {
      const next = { ...draft, ...change, amountMinor, idempotencyKey: crypto.randomUUID() };
      const moved = await startMovement(deps, ACTOR, next);
      return moved.ok ? moved.value.status : moved.error;
    };

    expect(await move(100_01)).toBe("movement_too_large");
    expect(await move(100_00)).toBe("completed");
    expect(await move(99_99)).toBe("completed");
    expect(await move(2)).toBe("day_limit_reached");
    expect(await move(2, { currency: "EUR" })).toBe("completed");
    expect(await move(2, { kind: "adjustment" })).toBe("completed");
    expect(await move(2, { deskId: "another" })).toBe("completed");
    expect(await move(1)).toBe("completed");
    expect(await move(1)).toBe("day_limit_reached");
    const nextDay = { ...draft.limits, dayFrom: moveClock(DAY) };
    expect(await move(100_00, { limits: nextDay })).toBe("completed");
  });

  it("cannot be exceeded by requests at the same time", async () => {
    const { deps, asked } = withLedger(SETTLED);
    const draft = aDraft({ amountMinor: 50_00 });
    const keys = Array.from({ length: 8 }, () => crypto.randomUUID());

    const all = await Promise.all(
      keys.map((idempotencyKey) => startMovement(deps, ACTOR, { ...draft, idempotencyKey })),
    );

    expect(all.filter(({ ok }) => ok)).toHaveLength(4);
    expect(asked).toHaveLength(4);
  });

  it("count what is processing or awaits approval, and nothing that was declined or rejected or has expired", async () => {
    const draft = aPayOut({
      amountMinor: 100_00,
      limits: { transactionMaxMinor: 100_00, dayMaxMinor: 100_00, dayFrom: 0 },
    });
    const { accountId: walletId } = draft;
    const { deps } = withLedger(DECLINED, UNKNOWN);
    const start = () => startMovement(deps, ACTOR, { ...draft, idempotencyKey: crypto.randomUUID() });
    const full = { ok: false, error: "day_limit_reached" };

    const declined = okValue(await start());
    expect(await start()).toEqual(full);
    await decidePayOut(deps, ACTOR, { walletId, movementId: declined.id }, "approve");
    const rejected = okValue(await start());
    await decidePayOut(deps, ACTOR, { walletId, movementId: rejected.id }, "reject");
    const expired = okValue(await start());
    expect(await start()).toEqual(full);
    moveClock(2 * MINUTE);
    const unknown = okValue(await start());
    expect((await settleMovement(deps, expired.id))?.status).toBe("expired");
    await decidePayOut(deps, ACTOR, { walletId, movementId: unknown.id }, "approve");
    expect(await start()).toEqual(full);
  });
});
