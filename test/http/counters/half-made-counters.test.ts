// Counters whose client is not yet, or still, at the identity provider.

import { describe, expect, it } from "vitest";
import { listCounters, listCountersPage } from "#core/db/counters/counters.ts";
import { createCounter, deactivateCounter } from "#core/services/counters/counters.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { HOUR, moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import { failingAt, healthy, killAt } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { ACTOR, seedMerchant } from "../../support/seeds.ts";

const lines = useMutedLog();

const INPUT = { name: "Till 1", location: "", webhookUrl: null, webhookEvents: null };

const create = (deps: Dependencies, merchantId: string) => createCounter(deps, ACTOR, merchantId, INPUT);

async function makeCounter(): Promise<{ merchantId: string; id: string; clientId: string }> {
  const { id: merchantId } = await seedMerchant();
  const { counter } = okValue(await create(healthy, merchantId));
  return { merchantId, id: counter.id, clientId: counter.idpClientId };
}

it("a counter is not listed before its client exists", async () => {
  const { merchantId } = await makeCounter();
  expect(await killAt(4, (deps) => create(deps, merchantId))).toBe(true);
  const rows = "SELECT count(*) FROM counters WHERE merchant_id = ?";
  expect(await rowsOf(merchantId).value(rows, merchantId)).toBe(2);
  expect(await listCounters(healthy.db, merchantId)).toHaveLength(1);
  const position = { page: 1, limit: 10, cursor: null };
  const page = await listCountersPage(healthy.db, merchantId, position);
  expect({ total: page.total, listed: page.rows.length }).toEqual({ total: 1, listed: 1 });
  await sweepUntilSettled();
  await expectNothingLeftOver();
});

describe("a provider that stays down", () => {
  const events = (event: string) =>
    lines.filter((line) => line.includes(`"${event}"`)).map((line) => JSON.parse(line));

  it("is tried again less and less often, with a line for each attempt and one a run for operators", async () => {
    const { merchantId, id, clientId } = await makeCounter();
    const { deps } = failingAt(1, "response lost, and down from then on");
    await deactivateCounter(deps, ACTOR, merchantId, id);
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
    for (const { merchantId, id } of counters) await deactivateCounter(deps, ACTOR, merchantId, id);
    for (let minute = 0; minute < 3; minute++) await sweepAfter(1);
    await expectNothingLeftOver();
  });
});
