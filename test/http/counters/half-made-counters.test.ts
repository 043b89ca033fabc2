// A creation or deactivation of a counter that fails or is killed at any of its calls leaves no client without a counter.

import { describe, expect, it } from "vitest";
import { listCounters, listCountersPage } from "../../../src/db/counters/counters.ts";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import {
  createCounter,
  deactivateCounter,
  revokeMerchantCounter,
} from "../../../src/services/counters/counters.ts";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { sweepProviderTasks } from "../../../src/services/identity-provider/provider-tasks.ts";
import { HOUR, moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import {
  FAULT_NAMES,
  failingAt,
  healthy,
  killAt,
  killAtEachCall,
  numbered,
} from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { CAUSE, seedMerchant } from "../../support/seeds.ts";
import { requestToken } from "../../support/tokens.ts";

const lines = useMutedLog();

const INPUT = { name: "Till 1", location: "", webhookUrl: null, webhookEvents: null };

const create = (deps: Dependencies, merchantId: string) => createCounter(deps, CAUSE, merchantId, INPUT);

async function makeCounter(): Promise<{ merchantId: string; id: string; clientId: string; secret: string }> {
  const { id: merchantId } = await seedMerchant();
  const { counter, clientSecret } = okValue(await create(healthy, merchantId));
  return { merchantId, id: counter.id, clientId: counter.idpClientId, secret: clientSecret };
}

const CREATION_CALLS = ["the token", "the new client"];
const DEACTIVATION_CALLS = ["the token", "the look-up", "the deletion"];

describe.each(FAULT_NAMES)("a fault: %s", (fault) => {
  it.each(numbered(CREATION_CALLS, fault))("creating a counter, at %s", async (_, number) => {
    const { id: merchantId } = await seedMerchant();
    const { deps, calls, arrive } = failingAt(number, fault);
    await expect(create(deps, merchantId)).rejects.toThrow(DependencyError);
    expect(calls.length).toBeGreaterThanOrEqual(number);
    expect(await listCounters(deps.db, merchantId)).toEqual([]);
    expect(await create(healthy, merchantId)).toMatchObject({ ok: true });
    await sweepAfter(2);
    await arrive();
    await sweepUntilSettled();
    expect(await listCounters(deps.db, merchantId)).toHaveLength(1);
    await expectNothingLeftOver();
  });

  it.each(numbered(DEACTIVATION_CALLS, fault))("deactivating a counter, at %s", async (_, number) => {
    for (const end of [deactivateCounter, revokeMerchantCounter]) {
      const { merchantId, id, clientId, secret } = await makeCounter();
      const { deps, calls, arrive } = failingAt(number, fault);
      const ended = await end(deps, CAUSE, merchantId, id, "Stolen");
      expect(ended).toMatchObject({ ok: true, value: { status: "inactive" } });
      expect(calls.length).toBeGreaterThanOrEqual(number);
      await arrive();
      await sweepUntilSettled();
      expect((await requestToken(clientId, secret)).status).toBe(401);
      await expectNothingLeftOver();
    }
  });
});

it("a counter is not listed before its client exists", async () => {
  const { merchantId } = await makeCounter();
  expect(await killAt(4, (deps) => create(deps, merchantId))).toBe(true);
  const rows = "SELECT count(*) FROM counters WHERE merchant_id = ?";
  expect(await rowsOf(merchantId).value(rows, merchantId)).toBe(2);
  expect(await listCounters(healthy.db, merchantId)).toHaveLength(1);
  const position = { page: 1, limit: 10, cursor: null };
  const page = await listCountersPage(healthy.db, merchantId, position);
  expect({ total: page.total, listed: page.rows.length }).toEqual({ total: 1, listed: 1 });
});

it("a creation that is killed before any of its calls is undone by the sweep", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const { id: merchantId } = await seedMerchant();
    const isKilled = await kill((deps) => create(deps, merchantId));
    await sweepUntilSettled();
    await expectNothingLeftOver();
    expect(await listCounters(healthy.db, merchantId)).toHaveLength(isKilled ? 0 : 1);
  });
  expect(calls).toBeGreaterThan(CREATION_CALLS.length);
});

it("a deactivation that is killed before any of its calls is finished by the sweep, once it is stored", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const { merchantId, id, clientId, secret } = await makeCounter();
    const isKilled = await kill((deps) => deactivateCounter(deps, CAUSE, merchantId, id));
    await sweepUntilSettled();
    await expectNothingLeftOver();
    const isActive = (await listCounters(healthy.db, merchantId))[0]?.status === "active";
    expect((await requestToken(clientId, secret)).status).toBe(isActive ? 200 : 401);
    if (!isKilled) expect(isActive).toBe(false);
  });
  expect(calls).toBeGreaterThan(DEACTIVATION_CALLS.length);
});

describe("a provider that stays down", () => {
  const events = (event: string) =>
    lines.filter((line) => line.includes(`"${event}"`)).map((line) => JSON.parse(line));

  it("is tried again less and less often, with a line for each attempt and one a run for operators", async () => {
    const { merchantId, id, clientId } = await makeCounter();
    const { deps } = failingAt(1, "response lost, and down from then on");
    await deactivateCounter(deps, CAUSE, merchantId, id);
    const created = "SELECT created_at FROM provider_tasks WHERE id = ?";
    const started = Number(await sharedRows.value(created, clientId));
    const attempts: number[] = [];
    for (let minute = 1; minute <= 240; minute++) {
      moveClock(HOUR / 60);
      const before = events("provider_task_failed").length;
      await sweepProviderTasks(deps);
      if (events("provider_task_failed").length > before) attempts.push(minute);
    }
    expect(attempts).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    expect(events("provider_task_failed")[0]).toMatchObject({
      level: "warn",
      kind: "client_removal",
      merchant_id: merchantId,
      task_id: clientId,
      attempts: 1,
    });
    const overdue = { level: "error", count: 1, oldest: new Date(started).toISOString() };
    expect(events("provider_tasks_overdue")).toMatchObject([overdue, overdue, overdue]);
    await sweepUntilSettled();
    await sweepAfter(60);
    await expectNothingLeftOver();
  });

  it("holds up nothing else: every task has its turn", async () => {
    const counters = [];
    for (let count = 0; count < 12; count++) counters.push(await makeCounter());
    const { deps } = failingAt(1, "response lost, and down from then on");
    for (const { merchantId, id } of counters) await deactivateCounter(deps, CAUSE, merchantId, id);
    for (let minute = 0; minute < 3; minute++) await sweepAfter(1);
    await expectNothingLeftOver();
  });
});
