// One run of the sweep is one invocation of the Worker. Miniflare does not enforce the platform's limits, so the calls
// are counted here, with more work for every part than one run may do.

import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { insertTask } from "#core/db/identity-provider/provider-tasks.ts";
import { clientRemoval, newTask } from "#core/domain/identity-provider/provider-task.ts";
import { DATABASE_QUERIES_MAX, SUBREQUESTS_MAX } from "#core/services/operations/sweep-limits.ts";
import { startMovement } from "#parts/desk/services/movements.ts";
import { erasureStart } from "#parts/exports/domain/merchant-erasure.ts";
import { sweepSandbox } from "#sandbox/scheduled.ts";
import { aDraft, UNKNOWN, withLedger } from "../parts/desk/movements.ts";
import { moveToNoon, noonId } from "../support/clean-up.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../support/clock.ts";
import { countQueries } from "../support/count-queries.ts";
import { useMutedLog } from "../support/faults.ts";
import { uniqueEmail } from "../support/identity-provider-users.ts";
import { captureQueue, useQueues } from "../support/queues.ts";
import { rowsOf, sharedRows } from "../support/rows.ts";
import { seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { ACTOR, deps, seedMerchant, seedWallet } from "../support/seeds.ts";
import { seedPendingRefund } from "../support/settlement.ts";

useQueues();
useMutedLog();
beforeEach(() => {
  captureQueue(env.WALLET_EVENTS);
});

/** Calls of the captured queues since the last time. */
function takeSends(): number {
  const queues = [env.WEBHOOKS, env.WEBHOOK_RETRIES, env.WALLET_EVENTS, env.LEDGER_EVENTS];
  const methods = queues.flatMap(({ send, sendBatch }) => [vi.mocked(send), vi.mocked(sendBatch)]);
  const sends = methods.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const method of methods) method.mockClear();
  return sends;
}

/** Copies of a row, each with its own number in place of these columns. */
async function copyRow(table: string, id: string, change: Record<string, string>, count: number) {
  const row = await rowsOf(id).first(`SELECT * FROM ${table} WHERE id = ?`, id);
  const columns = Object.keys(row ?? {});
  const values = columns.map((name) => change[name] ?? `${table}.${name}`);
  await rowsOf(id).run(
    `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, json_each(?2) WHERE ${table}.id = ?1`,
    id,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );
}

const OVERDUE = 4_000;
const REFUNDS = 800;

async function seedIntents() {
  const now = Date.now();
  const { intent } = await seedShop({ expiresAt: now - HOUR, createdAt: now - DAY });
  const overdue = (prefix: string, at: number) => ({
    id: `'${prefix}-' || json_each.value`,
    expires_at: `${at}`,
  });
  await copyRow("payment_intents", intent.id, overdue("overdue-old", now - HOUR), OVERDUE / 2);
  await copyRow("payment_intents", intent.id, overdue("overdue-new", now - MINUTE), OVERDUE / 2);
  const refund = { id: "'refund-' || json_each.value", status: "'completed'", refund_status: "'pending'" };
  await copyRow("payment_intents", intent.id, { ...refund, updated_at: `${now - HOUR}` }, REFUNDS);
  const [delivery] = await seedDeliveries(intent, 1, { nextAttemptAt: now - HOUR });
  await copyRow("events", delivery ?? "", { id: "'due-' || json_each.value" }, 5_100);
  const onBus = { id: "'bus-' || json_each.value", next_attempt_at: "NULL", bus_due_at: `${now - HOUR}` };
  await copyRow("events", delivery ?? "", onBus, 250);
}

/** A shop with deliveries that wait for an address: its degraded own one, its recovered own one, or a former one. */
async function seedAddress(index: number) {
  const now = Date.now();
  const shop = await seedShop({ expiresAt: now + DAY });
  const { id: merchantId } = shop.merchant;
  const url = index % 3 === 0 ? "https://former.test/hook" : shop.url;
  await seedDegraded(merchantId, url, -MINUTE);
  await seedDeliveries(shop.intent, 2, { waitingUrl: url, nextAttemptAt: null });
  const position = (part: string, value: object) =>
    sharedRows.run(
      "INSERT INTO sweep_positions VALUES (?, ?, ?, ?)",
      part,
      merchantId,
      JSON.stringify({ merchantId, ...value }),
      index,
    );
  const recover = "UPDATE webhook_endpoints SET degraded_since = NULL WHERE merchant_id = ? AND ? = 1";
  await rowsOf(merchantId).run(recover, merchantId, index % 3);
  await position("moved_deliveries", { url: "", eventId: "" });
  await position("failed_deliveries", { since: 0, until: now, after: "" });
}

/** A merchant with the erasure of which the sweep is to begin. */
async function seedErasure(): Promise<void> {
  const now = Date.now();
  const { id } = await seedMerchant({ status: "closed", suspendedAt: now, erasureRequestedAt: now });
  await sharedRows.run(
    "INSERT INTO sweep_positions VALUES ('erasures', ?, ?, ?)",
    id,
    JSON.stringify(erasureStart(id)),
    now,
  );
}

/** An invitation to undo, whose user is still there. */
async function seedInvitation(): Promise<void> {
  const { id: merchantId } = await seedMerchant();
  const [email, id] = [uniqueEmail(), crypto.randomUUID()];
  const user = { email, attributes: { merchant_id: merchantId }, roles: ["merchant"] };
  const made = await deps.identityProvider.createUser(user, async () => "keep");
  const task = newTask({ id, kind: "invitation", merchantId, subject: email }, Date.now() - HOUR);
  await insertTask(deps.db, { ...task, userId: made.ok ? crypto.randomUUID() : null, attempts: 1 });
}

/** A counter that is no more, whose client is still there. */
async function seedClientRemoval(): Promise<void> {
  const { id: merchantId } = await seedMerchant();
  const clientId = `counter-${crypto.randomUUID()}`;
  await deps.identityProvider.createClient({ clientId, claims: {}, roles: [] });
  await insertTask(deps.db, clientRemoval(clientId, merchantId, Date.now() - HOUR));
}

/** Does what their objects would have done. */
async function expire(ids: string[]): Promise<void> {
  const isOpen = "status = 'pending' AND id IN (SELECT value FROM json_each(?))";
  await sharedRows.run(`UPDATE payment_intents SET status = 'expired' WHERE ${isOpen}`, JSON.stringify(ids));
}

it("a run with more work than it may do stays below the platform's limits, and later runs do the rest", async () => {
  moveToNoon(-5);
  await Promise.all(Array.from({ length: 25 }, seedPendingRefund));
  moveClock(5 * MINUTE);
  await seedIntents();
  for (let count = 0; count < 8; count++) await seedInvitation();
  for (let count = 0; count < 30; count++) await seedClientRemoval();
  for (let count = 0; count < 4; count++) await seedErasure();
  await Promise.all(Array.from({ length: 80 }, (_, index) => seedAddress(index)));
  await Promise.all(Array.from({ length: 60 }, () => seedShop({}, noonId())));
  await sharedRows.run(
    "INSERT INTO sandbox_grants SELECT 'stranger-' || value, 'USD', 1, 1, 1 FROM json_each(?)",
    JSON.stringify(Array.from({ length: 600 }, (_, index) => index)),
  );
  const wallet = await seedWallet();
  for (let count = 0; count < 12; count++)
    await startMovement(withLedger(UNKNOWN).deps, ACTOR, aDraft({ accountId: wallet }));
  moveClock(MINUTE);
  const found = new Set<string>();
  let calls = 0;
  const intents: typeof deps.intents = {
    ...deps.intents,
    find: async (id) => {
      found.add(id);
      calls += 1;
      return null;
    },
  };
  const counts = countQueries();
  const queriesOf: number[] = [];
  takeSends();

  for (let minute = 0; minute < 5; minute++) {
    counts.queries = 0;
    calls = 0;
    await sweepSandbox({ ...deps, intents }, env);
    queriesOf.push(counts.queries);
    expect(counts.queries).toBeLessThanOrEqual(DATABASE_QUERIES_MAX);
    // An object that was moved fails once and is called again.
    expect(counts.queries + takeSends() + 2 * calls).toBeLessThanOrEqual(SUBREQUESTS_MAX);
    await expire([...found]);
    moveClock(MINUTE);
  }

  expect(queriesOf[0]).toBeGreaterThan(DATABASE_QUERIES_MAX / 2);
  const called = (prefix: string) => [...found].filter((id) => id.startsWith(prefix)).length;
  expect([called("overdue-"), called("refund-")]).toEqual([OVERDUE, REFUNDS]);
  const left = (where: string) => sharedRows.value(`SELECT count(*) FROM ${where}`);
  expect(await left("events WHERE bus_due_at IS NOT NULL")).toBe(0);
  expect(await left("ledger_transactions WHERE settles_at IS NOT NULL")).toBe(0);
  expect(await left("movements WHERE status = 'processing'")).toBe(0);
  expect(await left("provider_tasks")).toBe(0);
  expect(await left("sandbox_grants")).toBe(0);
  const parts = "('moved_deliveries', 'failed_deliveries', 'clean_up')";
  expect(await left(`sweep_positions WHERE part IN ${parts}`)).toBe(0);
});
