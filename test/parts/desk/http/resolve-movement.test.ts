import { describe, expect, it } from "vitest";
import type { LedgerReport, TransferResult } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err, type Result } from "#core/domain/result.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { type Movement, transferKeyOf, transferOf } from "#parts/desk/domain/movement.ts";
import { startMovement } from "#parts/desk/services/movements.ts";
import { resolveMovement } from "#parts/desk/services/resolve-movement.ts";
import { settleMovement } from "#parts/desk/services/settle-movement.ts";
import { sweepMovements } from "#parts/desk/services/sweep-movements.ts";
import { type ApiResponse, adminToken, call } from "../../../support/api.ts";
import { allEntries } from "../../../support/audit-trail.ts";
import { MINUTE, moveClock } from "../../../support/clock.ts";
import { expectFailure } from "../../../support/error-responses.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { MERCHANT_API } from "../../../support/paths.ts";
import { okValue } from "../../../support/result.ts";
import { sharedRows } from "../../../support/rows.ts";
import { ACTOR, balanceOf, deps as live, seedWallet } from "../../../support/seeds.ts";
import { aDraft, aPayOut, SETTLED, UNKNOWN, withLedger } from "../movements.ts";

useMutedLog();

async function resolve(id: string, json: object) {
  const path = `${MERCHANT_API}/admin/movements/${id}/resolve`;
  return await call("POST", path, { token: await adminToken(), json });
}

const CONFLICTS = {
  movement_ended: "the movement has ended",
  movement_not_processing: "the movement waits for its customer's approval",
  operation_may_still_arrive: "a request of this operation may still arrive at the ledger: try again later",
};

function expectConflict(response: ApiResponse, code: keyof typeof CONFLICTS) {
  expectFailure(response, 409, code, CONFLICTS[code]);
}

const REJECTED: TransferResult = { outcome: "rejected" };

/** One that has no result for eleven minutes; the ledger may have executed it. */
async function makeStuck({
  isExecuted = false,
  ...change
}: Parameters<typeof aDraft>[0] & { isExecuted?: boolean } = {}) {
  const accountId = change.accountId ?? (await seedWallet(0));
  const movement = okValue(
    await startMovement(withLedger(REJECTED).deps, ACTOR, aDraft({ ...change, accountId })),
  );
  const moved = isExecuted ? await live.ledger.transfer(transferOf(movement)) : null;
  moveClock(11 * MINUTE);
  return { movement, accountId, transactionId: moved?.outcome === "settled" ? moved.transactionId : "" };
}

/** A ledger that cannot use up a key. */
function withoutVoid(deps: typeof live): typeof live {
  return { ...deps, ledger: { ...deps.ledger, voidKey: async () => err("unsupported") } };
}

/** A ledger with these transactions, which does not say under which keys they are. */
function withTransactions(...reports: readonly LedgerReport[]) {
  const { deps, asked } = withLedger(UNKNOWN);
  const findById: Ledger["findById"] = async (id) =>
    reports.find(({ transactionId }) => transactionId === id) ?? null;
  return { deps: { ...deps, ledger: { ...deps.ledger, findById } }, asked };
}

function reportOf(movement: Movement, change: Partial<LedgerReport> = {}): LedgerReport {
  const { key: _key, description: _description, ...transfer } = transferOf(movement);
  const result = { outcome: "settled", transactionId: "tx-9" } as const;
  return { ...transfer, transactionId: "tx-9", paymentIntentId: null, operationKey: null, result, ...change };
}

const errorOf = <E extends string>(result: Result<unknown, E>): E | null => (result.ok ? null : result.error);

describe("POST /merchant/api/v1/admin/movements/{movementID}/resolve", () => {
  it("records the transaction that is named, and an entry in the audit trail", async () => {
    const { movement, transactionId, accountId } = await makeStuck({ isExecuted: true });

    const { status, body } = await resolve(movement.id, { transaction_id: transactionId });

    expect([status, body.movement]).toMatchObject([
      200,
      { id: movement.id, status: "completed", ledger_transaction_id: transactionId },
    ]);
    expect(await balanceOf(accountId)).toBe(12_50);
    const entries = (await allEntries()).filter(({ targetId }) => targetId === movement.id);
    expect(entries.map(({ action }) => action)).toEqual(["top_up.requested", "movement.resolved"]);
    expectConflict(await resolve(movement.id, { transaction_id: transactionId }), "movement_ended");
  });

  it("leaves to the service what was begun less than ten minutes ago, and what waits for its customer", async () => {
    const { deps } = withLedger(UNKNOWN);
    const young = okValue(await startMovement(deps, ACTOR, aDraft()));
    moveClock(9 * MINUTE);
    const asked = okValue(await startMovement(deps, ACTOR, aPayOut({ approvalMs: 60 * MINUTE })));

    const refused = await resolve(young.id, { outcome: "declined" });

    expectConflict(refused, "operation_may_still_arrive");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(50);
    moveClock(11 * MINUTE);
    expectConflict(await resolve(asked.id, { outcome: "declined" }), "movement_not_processing");
  });

  it("declines what the ledger does not have, at once and for ever where it can use up the key", async () => {
    const { movement, accountId } = await makeStuck();

    const { status, body } = await resolve(movement.id, { outcome: "declined" });

    expect([status, body.movement]).toMatchObject([
      200,
      { status: "declined", decline_reason: "not_executed" },
    ]);
    expect(await live.ledger.transfer(transferOf(movement))).toMatchObject({ outcome: "declined" });
    expect(await balanceOf(accountId)).toBe(0);
  });

  it("declines it ten minutes after the last request elsewhere, also if nobody asks again", async () => {
    const deps = withoutVoid(withLedger(UNKNOWN).deps);
    const resolveAsDeclined = (id: string) => resolveMovement(deps, ACTOR, id, null);
    const [first, second] = [(await makeStuck()).movement, (await makeStuck()).movement];
    for (const { id } of [first, second]) {
      expect(await resolveAsDeclined(id)).toMatchObject({
        error: "operation_may_still_arrive",
        retryAfterMs: 600_000,
      });
    }
    const settled = withLedger(SETTLED);
    const sweep = () => settleMovement(withoutVoid(settled.deps), second.id);
    expect((await sweep())?.status).toBe("processing");
    moveClock(9 * MINUTE);
    expect(await resolveAsDeclined(first.id)).toMatchObject({ error: "operation_may_still_arrive" });
    moveClock(2 * MINUTE);

    const declined = { status: "declined", declineReason: "not_executed" };
    expect(okValue(await resolveAsDeclined(first.id))).toMatchObject(declined);
    expect(await sweep()).toMatchObject(declined);
    expect(settled.asked).toEqual([]);
  });

  it.each(["before", "after"])("completes what the ledger executed %s the ending began", async (when) => {
    const { movement, accountId } = await makeStuck({ isExecuted: when === "before" });
    const deps = withoutVoid(live);
    const first = await resolveMovement(deps, ACTOR, movement.id, null);
    if (when === "after") {
      expect(errorOf(first)).toBe("operation_may_still_arrive");
      await live.ledger.transfer(transferOf(movement));
    }

    expect(await settleMovement(deps, movement.id)).toMatchObject({ status: "completed" });
    expect(await balanceOf(accountId)).toBe(12_50);
  });
});

describe("one transaction", () => {
  it("settles one movement, also after a restore between its claim and the change of the row", async () => {
    const { movement: first, accountId } = await makeStuck();
    const { movement: second } = await makeStuck({ accountId });
    const { deps } = withTransactions(reportOf(first));
    const settle = ({ id }: Movement) =>
      resolveMovement(deps, ACTOR, id, { transactionId: "tx-9", confirmedId: id });
    expect(okValue(await settle(first))).toMatchObject({ status: "completed", ledgerTransactionId: "tx-9" });

    expect(errorOf(await settle(second))).toBe("claimed_transaction");
    const forget = "status = 'processing', transaction_id = NULL, completed_at = NULL";
    await sharedRows.run(`UPDATE movements SET ${forget} WHERE id = ?`, first.id);
    expect(errorOf(await settle(second))).toBe("claimed_transaction");
    expect(okValue(await settle(first))).toMatchObject({ status: "completed" });
    await sharedRows.run("DELETE FROM claimed_transactions WHERE transaction_id = 'tx-9'");
    expect(errorOf(await settle(second))).toBe("claimed_transaction");
  });

  it("is recorded only when it is the movement's, and whoever names it says so where the ledger does not", async () => {
    const { movement } = await makeStuck();
    const key = transferOf(movement).key;
    const named = (change: Partial<LedgerReport>, confirmedId: string | null = movement.id) => {
      const { deps } = withTransactions(reportOf(movement, change));
      return resolveMovement(deps, ACTOR, movement.id, { transactionId: "tx-9", confirmedId });
    };

    const others: Partial<LedgerReport>[] = [
      { kind: "adjustment" },
      { fromAccountId: "another" },
      { toAccountId: "another" },
      { amountMinor: 12_51 },
      { currency: "EUR" },
      { operationKey: "top_up:another" },
    ];
    for (const other of others) expect(errorOf(await named(other))).toBe("foreign_transaction");
    expect(errorOf(await named({ transactionId: "tx-8" }))).toBe("unknown_transaction");
    expect(errorOf(await named({}, null))).toBe("unconfirmed_transaction");
    const pending = { result: { outcome: "pending", transactionId: "tx-9" } } as const;
    expect(okValue(await named(pending)).status).toBe("processing");
    expect(okValue(await named({ operationKey: key }, null)).status).toBe("completed");
  });
});

describe("a movement that the ledger rejects", () => {
  it("is declined by itself once it was refused for ten minutes, and then not sent for ten more", async () => {
    const { movement } = await makeStuck();
    const rejecting = withLedger(REJECTED);
    const { asked } = rejecting;
    const sweep = () => sweepMovements(beginSweep(withoutVoid(rejecting.deps)));
    const status = () => sharedRows.value(`SELECT status FROM movements WHERE id = '${movement.id}'`);

    await sweep();
    moveClock(9 * MINUTE);
    await sweep();
    expect(await status()).toBe("processing");
    moveClock(2 * MINUTE);
    await sweep();

    expect(await status()).toBe("declined");
    expect(asked.filter(({ key }) => key === transferKeyOf(movement))).toHaveLength(1);
  });

  it.each<Partial<Ledger>>([
    { findByKey: async () => ({ ok: false, error: "unsupported" }) },
    { findByKey: () => Promise.reject(new Error("the ledger is down")) },
  ])("is sent again while the ledger does not say that there is none", async (change) => {
    const { movement } = await makeStuck();
    const { deps, asked } = withLedger(REJECTED);
    const silent = { ...deps, ledger: { ...deps.ledger, ...change } };

    for (const _ of [1, 2]) {
      expect((await settleMovement(silent, movement.id))?.status).toBe("processing");
      moveClock(11 * MINUTE);
    }

    expect(asked).toHaveLength(2);
  });

  it("cannot be ended as declined where the ledger does not look up keys", async () => {
    const { movement } = await makeStuck();
    const { deps } = withLedger(REJECTED);
    const findByKey: Ledger["findByKey"] = async () => ({ ok: false, error: "unsupported" });
    const ledger = { ...deps.ledger, findByKey };

    expect(errorOf(await resolveMovement({ ...deps, ledger }, ACTOR, movement.id, null))).toBe(
      "keys_not_searchable",
    );

    expect((await settleMovement(live, movement.id))?.status).toBe("completed");
  });
});
