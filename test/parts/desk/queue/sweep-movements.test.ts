// How the sweep settles what has no result from the ledger, or was not approved in time.
import { beforeEach, describe, expect, it } from "vitest";
import { noteLiveWallet } from "#core/db/wallet/live-wallets.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { movements } from "#parts/desk/db/schema/movements.ts";
import { type Movement, transferKeyOf } from "#parts/desk/domain/movement.ts";
import { listMovements, startMovement } from "#parts/desk/services/movements.ts";
import { MOVEMENTS_MAX, MOVEMENTS_PAGE, sweepMovements } from "#parts/desk/services/sweep-movements.ts";
import { HOUR, MINUTE, moveClock } from "../../../support/clock.ts";
import { countQueries } from "../../../support/count-queries.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { sharedRows } from "../../../support/rows.ts";
import { ACTOR, db, deps } from "../../../support/seeds.ts";
import { aDraft, aMovement, SETTLED, UNKNOWN, withLedger } from "../movements.ts";

const log = useMutedLog();

async function statusesOf(deskId: string): Promise<string[]> {
  const listed = await listMovements(deps, { deskId, cursor: null, limit: 100 });
  return listed.movements.map(({ status }) => status);
}

/** Rows as `startMovement` stores them, many at once. */
async function seedMovements(count: number, change: Partial<Movement>) {
  const rows = Array.from({ length: count }, (): Movement => {
    const id = crypto.randomUUID();
    return { ...aMovement(), id, idempotencyKey: id, accountId: id, createdAt: Date.now(), ...change };
  });
  for (let first = 0; first < count; first += 4)
    await db.insert(movements).values(rows.slice(first, first + 4));
  return rows.map(transferKeyOf);
}

/** Seeds what a night leaves in which the ledger was down. */
async function seedBacklog(count: number, deskId: string) {
  const topUps = await seedMovements(count, { kind: "top_up", direction: "credit", deskId });
  const expiresAt = Date.now() + 2 * MINUTE;
  await seedMovements(count, { status: "awaiting_approval", deskId, expiresAt });
  moveClock(HOUR);
  return topUps;
}

const countsOf = (deskId: string) =>
  sharedRows.all(
    "SELECT kind, status, count(*) AS count FROM movements WHERE desk_id = ? GROUP BY 1, 2",
    deskId,
  );

describe("the sweep", () => {
  beforeEach(async () => {
    await sharedRows.run("DELETE FROM movements");
    await sharedRows.run("DELETE FROM sweep_positions");
  });

  it("leaves alone what has just begun", async () => {
    await startMovement(withLedger(UNKNOWN).deps, ACTOR, aDraft());
    const settled = withLedger(SETTLED);

    await sweepMovements(beginSweep(settled.deps));

    expect(settled.asked).toEqual([]);
  });

  it("settles 1,000 top-ups and 1,000 pay-outs within five minutes, and stays within its share", async () => {
    const deskId = crypto.randomUUID();
    const topUps = await seedBacklog(1_000, deskId);
    const down = withLedger(UNKNOWN);
    const hasMoved = () => Promise.reject(new Error("the ledger is down"));
    await sweepMovements(beginSweep({ ...down.deps, ledger: { ...down.deps.ledger, hasMoved } }));
    expect(down.asked.length).toBeLessThanOrEqual(MOVEMENTS_PAGE);
    const settled = withLedger(SETTLED);
    const counts = countQueries();

    for (let minute = 0; minute < 5; minute++) {
      moveClock(MINUTE);
      counts.queries = 0;
      await sweepMovements(beginSweep(settled.deps));
      expect(counts.queries).toBeLessThanOrEqual(58);
      expect(settled.asked.length).toBeLessThanOrEqual((minute + 1) * MOVEMENTS_MAX);
    }

    expect(await countsOf(deskId)).toEqual([
      { kind: "pay_out", status: "expired", count: 1_000 },
      { kind: "top_up", status: "completed", count: 1_000 },
    ]);
    expect(settled.asked.map(({ key }) => key).sort()).toEqual(topUps.sort());
  });

  it("records nothing over what was recorded meanwhile, and tells the wallets", async () => {
    const deskId = crypto.randomUUID();
    const told: string[] = [];
    const liveWallets = { ...deps.liveWallets, tell: async (id: string) => void told.push(id) };
    const [first = "", second = ""] = ["first", "second"].map((name) => `${name} ${deskId}`);
    for (const accountId of [first, second]) {
      await noteLiveWallet(deps.db, accountId, Date.now());
      await seedMovements(1, { kind: "top_up", deskId, accountId });
    }
    moveClock(MINUTE);
    const { deps: settled } = withLedger(SETTLED);
    const transfer: typeof settled.ledger.transfer = async (asked) => {
      if (asked.fromAccountId === first || asked.toAccountId === first)
        await sharedRows.run("UPDATE movements SET status = 'declined' WHERE account_id = ?", first);
      return SETTLED;
    };

    await sweepMovements(beginSweep({ ...settled, liveWallets, ledger: { ...settled.ledger, transfer } }));

    expect(await statusesOf(deskId)).toEqual(expect.arrayContaining(["declined", "completed"]));
    expect(told).toEqual([second]);
  });

  it("completes what has moved, and goes on past a movement that fails", async () => {
    const deskId = crypto.randomUUID();
    const accounts = ["fails", "moved", "not approved"].map((name) => `${name} ${deskId}`);
    for (const accountId of accounts) {
      await seedMovements(1, { status: "awaiting_approval", deskId, accountId, expiresAt: Date.now() });
    }
    const rows = await sharedRows.all("SELECT id, account_id FROM movements WHERE desk_id = ?", deskId);
    const accountUnder = (key: string) => rows.find(({ id }) => key === `pay_out:${id}`)?.account_id;
    moveClock(MINUTE);
    const { deps: settled } = withLedger(SETTLED);
    const hasMoved = async (key: string) => {
      if (accountUnder(key) === accounts[0]) throw new Error("not this one");
      return accountUnder(key) === accounts[1];
    };

    for (let run = 0; run < 2; run++)
      await sweepMovements(beginSweep({ ...settled, ledger: { ...settled.ledger, hasMoved } }));

    const statuses = await sharedRows.all(
      "SELECT account_id, status FROM movements WHERE desk_id = ?",
      deskId,
    );
    const ended = ["awaiting_approval", "completed", "expired"];
    expect(statuses).toEqual(
      expect.arrayContaining(accounts.map((account_id, index) => ({ account_id, status: ended[index] }))),
    );
    expect(log.join()).toContain("sweep_movement_failed");
  });
});
