// What is stored, and what merchants, customers and tablets hold, is read by today's code: see Releases in
// .github/ARCHITECTURE.md. CELLS is 1 here, so that there are databases of all kinds.
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { Webhook } from "standardwebhooks";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openDatabase, type Shard } from "#core/db/client.ts";
import * as cellSchema from "#core/db/schema/cells.ts";
import { cleanUps } from "#core/db/schema/operations.ts";
import { events } from "#core/db/schema/webhooks.ts";
import { CHECKS } from "#core/domain/reconciliation/reconciliation.ts";
import { auditAll } from "#core/ledger/audit.ts";
import * as ledgerSchema from "#core/ledger/schema.ts";
import { checkChain } from "#core/services/audit/audit-chain.ts";
import { PART_SECTIONS } from "#core/wire/shared/export.ts";
import { sectionsWith } from "#parts/exports/domain/merchant-export.ts";
import { exportCursor } from "#parts/exports/wire/present-merchant-export.ts";
import * as ledgerWorkerSchema from "#parts/ledger/worker-schema.ts";
import { countRemaining, resealValues } from "#parts/operations/services/master-keys.ts";
import { checkCursor } from "#parts/reconciliation/wire/requests.ts";
import cells from "../fixtures/stored/1.0.0/cells.json" with { type: "json" };
import held from "../fixtures/stored/1.0.0/held.json" with { type: "json" };
import home from "../fixtures/stored/1.0.0/home.json" with { type: "json" };
import ledger from "../fixtures/stored/1.0.0/ledger.json" with { type: "json" };
import objects from "../fixtures/stored/1.0.0/objects.json" with { type: "json" };
import { playStory } from "../fixtures/stored/story.ts";
import { fetchToken } from "../support/api.ts";
import { approve } from "../support/approvals.ts";
import { cellOf } from "../support/cells.ts";
import { setClock } from "../support/clock.ts";
import { callAsDesk, DESK_API, pairTablet } from "../support/desks.ts";
import { muteLog } from "../support/faults.ts";
import { createWithKey, isReplayed } from "../support/idempotency.ts";
import { readIntent } from "../support/intent-reads.ts";
import { confirm, refund } from "../support/intents.ts";
import { takeUserToken } from "../support/logins.ts";
import { fireAlarm, published } from "../support/objects.ts";
import { pair } from "../support/pairings.ts";
import { INTENTS, WALLET_API } from "../support/paths.ts";
import { captureQueue, captureQueues, consume } from "../support/queues.ts";
import { isSignedWith, startReceiver } from "../support/receiver.ts";
import { ACTOR, db, deps } from "../support/seeds.ts";
import { callAs, callAsCustomer, rememberTill } from "../support/sessions.ts";
import { setLedgerBalance, settleRefund } from "../support/settlement.ts";
import {
  CHECK_POSITION,
  callersOf,
  EXPORT_POSITION,
  LISTS,
  readPage,
  runIn,
  runInCell,
  tablesOf,
  writeObjects,
  writeRows,
} from "../support/stored-data.ts";
import { merchantToken, walletToken } from "../support/tokens.ts";

it.runIf(inject("writesStored"))("a story, which leaves a row in each table", async ({ task }) => {
  const stored = await playStory();
  expect(tablesIn(stored.home)).toEqual(await tablesOf(runIn(env.DB)));
  expect(tablesIn(stored.ledger)).toEqual(await tablesOf(runIn(env.LEDGER_DB)));
  const [name = ""] = Object.keys(stored.cells);
  expect(tablesIn(Object.values(stored.cells).flat())).toEqual(await tablesOf(runInCell(name)));
  task.meta.stored = stored;
});

const CHANGED = "stored data changed: read both forms";

const reads = async (what: string, read: () => Promise<void>) => {
  try {
    await read();
  } catch (error) {
    throw new Error(`${CHANGED}: ${what}: ${String(error).split("\n", 2).join(" ")}`, { cause: error });
  }
};

const reading = (what: string, read: () => Promise<void>) => it(what, () => reads(what, read));

const { merchant, states, sessions, keyed } = held;
const holder = async () => ({ ...merchant, token: await merchantToken(merchant.id) });
const walletOf = async ({ id }: { id: string }) => ({ id, token: await walletToken(id) });

describe.skipIf(inject("writesStored"))("what is stored, and held by others", () => {
  beforeAll(() => reads("rows and documents", restore));

  beforeEach(() => {
    muteLog();
    captureQueues();
    for (const queue of [env.WALLET_EVENTS, env.PUSHES]) captureQueue(queue);
    setClock(held.now);
  });

  reading("a row of each table", async () => {
    const files = import.meta.glob(
      ["../../src/{core,parts/*}/db/schema/*.ts", "!**/cells.ts", "../../src/sandbox/*/schema.ts"],
      { eager: true },
    );
    const own = Object.assign({}, ...Object.values(files), ledgerSchema);
    expect(await tablesWithRows([db], own)).toEqual(tablesIn(home));
    const inCells = Object.keys(cells).map(deps.shards.named);
    expect(await tablesWithRows(inCells, cellSchema)).toEqual(tablesIn(Object.values(cells).flat()));
    const books = [openDatabase(env.LEDGER_DB)];
    const ofLedger = { ...ledgerSchema, ...ledgerWorkerSchema };
    expect(await tablesWithRows(books, ofLedger)).toEqual(tablesIn(ledger));
  });

  reading("the links of each chain", async () => {
    for (const shard of [db, cellOf(merchant.id)]) {
      const { faults, last } = await checkChain(shard, 0, 1_000);
      expect([faults, last?.hash]).toEqual([[], expect.any(String)]);
    }
    for (const shard of [db, openDatabase(env.LEDGER_DB)])
      expect(await Array.fromAsync(auditAll(shard))).toEqual([]);
  });

  reading("a cursor of each list", async () => {
    const callers = await callersOf(held);
    for (const [by, path] of LISTS) {
      const { items } = await readPage(path, callers[by], 50);
      const behind = await readPage(path, callers[by], 1, held.cursors.lists[path]);
      expect(items.slice(1), path).toContainEqual(behind.items[0]);
    }
    for (const [index, check] of CHECKS.entries())
      expect(checkCursor.read(held.cursors.checks[index], [])).toEqual({ check, ...CHECK_POSITION });
    for (const [index, section] of sectionsWith(PART_SECTIONS).entries())
      expect(exportCursor.read(held.cursors.sections[index], [])).toEqual({ section, ...EXPORT_POSITION });
  });

  reading("a request under a key, in each shard", async () => {
    for (const { key, id } of Object.values(keyed)) {
      const response = await createWithKey(key, await holder());
      expect([isReplayed(response), response.body.payment_intent.id]).toEqual([true, id]);
    }
  });

  reading("the sessions of each kind, and what opens others", async () => {
    rememberTill(sessions.till);
    const responses = [
      await callAs(sessions.dashboard, "GET", INTENTS),
      await callAs(sessions.till, "GET", INTENTS),
      await callAsCustomer(sessions.customer, "GET", `${WALLET_API}/wallet`),
      await callAsCustomer(sessions.granted, "GET", `${WALLET_API}/wallet`),
      await callAsDesk(sessions.desk, "GET", `${DESK_API}/desk`),
      await pair(sessions.tillCode, { name: "iPad" }),
      await pairTablet(sessions.deskCode),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201, 201]);
    await fetchToken(merchant.clientId, merchant.clientSecret);
    await takeUserToken(merchant.email);
  });

  reading("a webhook, byte for byte", async () => {
    const { secret, headers, body } = held.webhook;
    new Webhook(secret).verify(body, headers);
    const shard = cellOf(merchant.id);
    const stored = await shard.select().from(events);
    const event = stored.find(({ id }) => id === headers["webhook-id"]);
    const dueAt = event?.nextAttemptAt ?? 0;
    setClock(dueAt);
    const receiver = startReceiver();
    await consume("webhooks", [{ merchantId: merchant.id, eventId: event?.id, dueAt }]);
    expect(receiver.requests).toMatchObject([{ body, headers: { "webhook-id": event?.id } }]);
    expect(isSignedWith(secret, receiver.requests[0])).toBe(true);
  });

  const paid = async (id: string) => refund(await holder(), id);

  describe.each<[keyof typeof states, object, (id: string) => Promise<unknown>, object]>([
    ["pending", { status: "pending" }, pay, { status: "completed" }],
    ["pending_approval", { status: "pending_approval" }, agree, { status: "completed" }],
    ["cancelled", { status: "cancelled" }, pay, { status: "cancelled" }],
    ["expired", { status: "expired" }, pay, { status: "expired" }],
    ["completed", { status: "completed", refund_status: null }, paid, { refund_status: "pending" }],
    ["refund_failed", { status: "completed", refund_status: null }, paid, { refund_status: "pending" }],
    ["refund_pending", { refund_status: "pending" }, settleRefund, { refund_status: "completed" }],
    ["refund_completed", { refund_status: "completed" }, paid, { refund_status: "completed" }],
    ["unresolved", { status: "pending" }, fireAlarm, { status: "completed" }],
    ["emptied", { status: "completed", refund_status: null }, paid, { refund_status: "pending" }],
  ])("an intent that is %s", (state, before, act, after) => {
    reading(`${state}, and its next command`, async () => {
      const id = states[state];
      const view = async () => (await readIntent(await holder(), id)).body.payment_intent;
      expect(await view()).toMatchObject(before);
      await act(id);
      await published(id);
      expect(await view()).toMatchObject(after);
    });
  });

  // The last one: what the service then needs to open them is not configured.
  reading("what is sealed", async () => {
    const masterKeys = [btoa("another-test-key-of-32-bytes-lon"), env.MASTER_KEY];
    const { resealed, masterKeys: uses } = await resealValues(
      { ...deps, config: { ...deps.config, masterKeys } },
      ACTOR,
    );
    expect(resealed).toBeGreaterThan(0);
    expect(countRemaining(uses)).toBe(0);
  });
});

async function restore(): Promise<void> {
  setClock(held.now);
  await applyD1Migrations(env.LEDGER_DB, env.TEST_LEDGER_MIGRATIONS);
  await writeRows(runIn(env.DB), home);
  await writeRows(runIn(env.LEDGER_DB), ledger);
  for (const [name, rows] of Object.entries(cells)) {
    await deps.shards.named(name).insert(cleanUps).values({ merchantId: "", passed: "" });
    await writeRows(runInCell(name), rows);
  }
  await writeObjects(objects);
}

/** Later releases have more. */
function tablesIn(rows: readonly string[]): string[] {
  return [...new Set(rows.map((row) => /^INSERT INTO (\w+)/.exec(row)?.[1] ?? row))].sort();
}

async function tablesWithRows(shards: readonly Shard[], schema: Record<string, unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.values(schema).filter((each) => is(each, SQLiteTable))) {
    const rows = await Promise.all(shards.map((shard) => shard.select().from(table)));
    if (rows.flat().length > 0) found.push(getTableName(table));
  }
  return found.sort();
}

async function pay(id: string): Promise<void> {
  await confirm(await walletOf(held.wallet), id);
}

async function agree(id: string): Promise<void> {
  await setLedgerBalance(held.poor.id, 100_00);
  await approve(await walletOf(held.poor), id);
}
