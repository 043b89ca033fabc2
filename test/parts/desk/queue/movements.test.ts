// What the sweep does for movements, and what tells of those that stay unfinished.
import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { LedgerTotals } from "#core/domain/ledger.ts";
import type { OperatorAlert } from "#core/domain/ports/operator-alerts.ts";
import { ok } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { startMovement } from "#parts/desk/services/movements.ts";
import { checkFloat } from "#parts/desk/services/reconcile-movements.ts";
import { sweepClerks } from "#parts/desk/services/shifts.ts";
import { sweepFloat, sweepMovementAlerts } from "#parts/desk/services/sweep-movements.ts";
import { HOUR, MINUTE, moveClock } from "../../../support/clock.ts";
import { useMutedLog } from "../../../support/faults.ts";
import { samples } from "../../../support/metrics.ts";
import { reconciliationPages } from "../../../support/reconciliation.ts";
import { okValue } from "../../../support/result.ts";
import { sharedRows } from "../../../support/rows.ts";
import { ACTOR, deps, seedWallet } from "../../../support/seeds.ts";
import { aDraft, aPayOut, SETTLED, UNKNOWN, withLedger } from "../movements.ts";

const log = useMutedLog();

/** A sweep whose operators are told unless they fail. */
function tellingOperators(change: Partial<Dependencies> = {}) {
  const told: OperatorAlert[] = [];
  const state = { isDown: false };
  const receive = async (alert: OperatorAlert) => {
    if (state.isDown) throw new Error("down");
    told.push(alert);
  };
  const config = { ...deps.config, operatorAlertUrl: "https://alerts.example.com" };
  const all = { ...deps, config, operatorAlerts: { receive }, ...change };
  return { told, state, deps: all, begin: () => beginSweep(all) };
}

it("the names of clerks are looked through once a day", async () => {
  const lookedAt = async () => {
    await sweepClerks(beginSweep(deps));
    return await sharedRows.value("SELECT updated_at FROM sweep_positions WHERE part = 'desk_clerks'");
  };
  const first = await lookedAt();
  moveClock(HOUR);
  expect(await lookedAt()).toBe(first);
  moveClock(23 * HOUR);
  expect(Number(await lookedAt())).toBeGreaterThanOrEqual(Number(first) + 24 * HOUR);
});

describe("operators", () => {
  it("are told of each adjustment once, also if they could not be told at first", async () => {
    const operators = tellingOperators({ ledger: withLedger(SETTLED).deps.ledger });
    const draft = aDraft({ kind: "adjustment", reason: "Case 4711" });
    const { id } = okValue(await startMovement(operators.deps, ACTOR, draft));
    okValue(await startMovement(operators.deps, ACTOR, aDraft()));
    operators.state.isDown = true;
    await sweepMovementAlerts(operators.begin());
    operators.state.isDown = false;

    await sweepMovementAlerts(operators.begin());
    await sweepMovementAlerts(operators.begin());

    expect(operators.told).toMatchObject([
      { id, type: "adjustment.requested", data: { id, reason: "Case 4711", amount_decimal: "12.50" } },
    ]);
  });

  it("are told each hour that the float does not add up, as the metric and the log say", async () => {
    await sharedRows.run("DELETE FROM sweep_positions");
    const dollars = {
      currency: "USD",
      floatMinor: 99n,
      walletsMinor: 50n,
      merchantsMinor: 30n,
      inFlightMinor: 20n,
    };
    const answers: LedgerTotals[] = [];
    const findTotals = async () => ok([answers.shift() ?? dollars]);
    const operators = tellingOperators({ ledger: { ...deps.ledger, findTotals } });
    const difference = { currency: "USD", difference: "-0.01" };

    await sweepFloat(operators.begin());
    expect(operators.told).toMatchObject([{ type: "float.mismatch", data: difference }]);
    expect((await samples()).get("payments_float_mismatches")).toBe(1);
    expect(log.some((line) => line.includes("float_mismatch"))).toBe(true);
    await sweepFloat(operators.begin());
    expect(operators.told).toHaveLength(1);
    moveClock(HOUR);
    await sweepFloat(operators.begin());
    expect(operators.told[1]?.id).toBe(operators.told[0]?.id);

    // A transfer between two reads of a ledger is no mismatch.
    answers.push(dollars, { ...dollars, floatMinor: 100n });
    moveClock(HOUR);
    await sweepFloat(operators.begin());
    expect(operators.told).toHaveLength(2);
    expect((await samples()).get("payments_float_mismatches")).toBe(0);
  });
});

describe("a currency whose sums the ledger does not say exactly", () => {
  const unknown = {
    currency: "CLF",
    floatMinor: null,
    walletsMinor: null,
    merchantsMinor: 0n,
    inFlightMinor: 0n,
  };
  const exact = 2n ** 53n + 1n;
  const large = {
    currency: "USD",
    floatMinor: exact,
    walletsMinor: exact,
    merchantsMinor: 0n,
    inFlightMinor: 0n,
  };
  const ledger = { ...deps.ledger, findTotals: async () => ok([unknown, large]) };

  it("is told of to operators, and no other currency", async () => {
    await sharedRows.run("DELETE FROM sweep_positions");
    const operators = tellingOperators({ ledger });
    await sweepFloat(operators.begin());
    expect(operators.told).toMatchObject([
      { type: "float.mismatch", data: { currency: "CLF", difference: null } },
    ]);
  });

  it("is a finding of the reconciliation", async () => {
    const context = { deps: { ...deps, ledger }, shard: deps.shards.home, room: 10 };
    const times = { now: 1, from: 0, to: 1, stuckBefore: 0 };
    const { findings } = await checkFloat({ ...context, ...times }, { at: 0, key: "", id: "" });
    expect(findings.map(({ found }) => found)).toEqual([
      "CLF: the ledger does not say exactly what it holds",
    ]);
  });
});

describe("a ledger that does not add up its accounts in time", () => {
  it("is asked once an hour, as any other", async () => {
    await sharedRows.run("DELETE FROM sweep_positions");
    let asked = 0;
    const findTotals = async () => {
      asked += 1;
      throw new DependencyError("ledger", "no response within 5000 ms");
    };
    const ledger = { ...deps.ledger, findTotals };
    for (let minute = 0; minute < 61; minute++) {
      moveClock(MINUTE);
      await sweepFloat(beginSweep({ ...deps, ledger })).catch(() => {});
    }
    expect(asked).toBe(2);
  });
});

describe("a movement without a result", () => {
  it("is a finding of the reconciliation and counts in the metrics", async () => {
    const { deps: unknown } = withLedger(UNKNOWN);
    const { id } = okValue(await startMovement(unknown, ACTOR, aDraft()));
    moveClock(11 * MINUTE);

    const findings = (await reconciliationPages()).flatMap((page) => page.findings);

    expect(findings.filter(({ found }) => found.includes(id))).toMatchObject([
      {
        kind: "movement_unfinished",
        found: `no result from the ledger for 11 minutes, under the key top_up:${id}`,
      },
    ]);
    const name = 'payments_operations_unfinished{operation="movement",older_than_seconds="600"}';
    expect((await samples()).get(name)).toBe(1);
  });

  it("is said to be an overdue approval where that is what it waits for", async () => {
    const { id } = okValue(await startMovement(withLedger(UNKNOWN).deps, ACTOR, aPayOut()));
    moveClock(13 * MINUTE);

    const findings = (await reconciliationPages()).flatMap((page) => page.findings);

    const found = `an overdue approval that nothing has ended for 11 minutes, under the key pay_out:${id}`;
    expect(findings.filter(({ movement_id }) => movement_id === id)).toMatchObject([
      { kind: "movement_unfinished", found },
    ]);
  });
});

describe("a movement that the ledger has executed", () => {
  it("is a finding of the reconciliation while it is forgotten, or has ended otherwise", async () => {
    const draft = aDraft({ accountId: await seedWallet(0) });
    const { id, ledgerTransactionId: transaction_id } = okValue(await startMovement(deps, ACTOR, draft));
    moveClock(11 * MINUTE);
    const found = async () => {
      const findings = (await reconciliationPages()).flatMap((page) => page.findings);
      return findings.filter(({ kind }) => kind === "movement_unrecorded");
    };
    const end = (status: string, completedAt: number | null) =>
      sharedRows.run(
        "UPDATE movements SET status = ?, completed_at = ?, transaction_id = NULL WHERE id = ?",
        status,
        completedAt,
        id,
      );
    expect(await found()).toEqual([]);

    await end("processing", null);
    expect(await found()).toEqual([]);
    await end("declined", 1);
    const declined = { movement_id: id, found: "is declined here, and the ledger has executed it" };
    expect(await found()).toMatchObject([declined]);
    await sharedRows.run("DELETE FROM movements WHERE id = ?", id);
    const forgotten = { movement_id: id, found: "no movement here has this top_up of 12.50 USD" };
    expect(await found()).toMatchObject([{ ...forgotten, transaction_id }]);
  });
});

describe("the books of the ledger", () => {
  it("are a finding of the reconciliation when the float does not add up", async () => {
    const kinds = async () =>
      (await reconciliationPages()).flatMap((page) => page.findings.map(({ kind }) => kind));
    await deps.sandboxLedger?.openAccount(crypto.randomUUID(), "CHF", 100_00);
    expect(await kinds()).not.toContain("float_mismatch");

    await sharedRows.run(
      "UPDATE ledger_balances SET balance_minor = balance_minor + 1 WHERE currency = 'CHF' AND is_system = 0",
    );

    expect(await kinds()).toContain("float_mismatch");
  });
});
