// What a completed payment with one webhook writes, counted as the platform bills it.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RECOVERY_WINDOW_MS } from "../../src/durable/intent-document.ts";
import { call } from "../support/api.ts";
import { makeApproval, reject } from "../support/approvals.ts";
import { moveClock } from "../support/clock.ts";
import { makeCounter } from "../support/counters.ts";
import { MERCHANT_API, makeIntent, makeMerchant, makeWallet } from "../support/factories.ts";
import { LEDGER, muteLog, repair } from "../support/faults.ts";
import {
  drained,
  execute,
  fireAlarm,
  objectOf,
  pay,
  seedIntent,
  seedMerchant,
  seedWallet,
  until,
} from "../support/objects.ts";
import { captureQueue, captureQueues, consume } from "../support/queues.ts";
import { showCode } from "../support/scan-tokens.ts";
import { settleRefund } from "../support/settlement.ts";

let queues: ReturnType<typeof captureQueues>;

beforeEach(() => {
  queues = captureQueues();
  muteLog();
});
afterEach(repair);

interface Written {
  sql: string;
  rows: number;
}

type Runner = () => Promise<D1Result>;

/** Rows written in D1 from now on, including indexes, excluding the ledger's. */
function countDatabaseRows(): Written[] {
  const written: Written[] = [];
  const textOf = (statement: unknown) => (statement as { statement: string }).statement;
  const note = (sql: string, result: D1Result) => {
    const rows = result.meta.rows_written;
    if (rows > 0 && !LEDGER.test(sql)) written.push({ sql: sql.trim().slice(0, 20), rows });
  };
  const batch = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementation((async (statements: D1PreparedStatement[]) => {
    const results = await batch(statements);
    for (const [index, result] of results.entries()) note(textOf(statements[index]), result);
    return results;
  }) as D1Database["batch"]);
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  const all = prototype.all;
  const counted = async function (this: unknown) {
    const result = await (all.bind(this) as Runner)();
    note(textOf(this), result);
    return result;
  };
  vi.spyOn(prototype, "all").mockImplementation(counted);
  vi.spyOn(prototype, "run").mockImplementation(counted);
  // `raw` returns no meta, so `all` is called in its place.
  vi.spyOn(prototype, "raw").mockImplementation(async function (this: unknown) {
    const { results } = await counted.call(this);
    return results.map((row) => Object.values(row as object));
  });
  return written;
}

/** Rows written by one object: each key or alarm is one row. */
async function countObjectWrites(intentId: string) {
  const counts = { put: 0, setAlarm: 0, deleteAll: 0 };
  await runInDurableObject(objectOf(intentId), (_, { storage }) => {
    const kv = Object.getPrototypeOf(storage.kv);
    const whole = Object.getPrototypeOf(storage);
    countCalls(kv, "put");
    countCalls(whole, "setAlarm");
    countCalls(whole, "deleteAll");
  });
  return counts;

  function countCalls(prototype: Record<string, (...args: unknown[]) => unknown>, name: keyof typeof counts) {
    const original = prototype[name];
    vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      counts[name] += 1;
      return original?.apply(this, args);
    });
  }
}

describe("the rows a completed payment with one webhook writes", () => {
  it("are 7 in D1: create 3, complete 1, event 2, delivered 1", async () => {
    const merchant = await makeMerchant();
    const json = { url: "https://shop.test/hook" };
    await call("PUT", `${MERCHANT_API}/webhook`, { token: merchant.token, json });
    const wallet = await seedWallet();
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
    const written = countDatabaseRows();

    const intent = await makeIntent(merchant);
    expect(written.splice(0)).toEqual([{ sql: 'insert into "payment', rows: 3 }]);
    await pay(intent.id, wallet);
    await drained(intent.id);
    const completed = written.splice(0);
    expect(await consume("webhooks", [queues.webhooks[0]?.body])).toMatchObject({ acked: [0] });
    const delivered = written.splice(0);
    await fireAlarm(intent.id);

    expect(written).toEqual([]);
    expect({ completed, delivered }).toEqual({
      completed: [
        { sql: 'insert into "payment', rows: 1 },
        { sql: 'insert into "events"', rows: 2 },
      ],
      delivered: [{ sql: 'update "events" set ', rows: 1 }],
    });
  });

  it("are 2 for the intent with each step of a refund under way, one of them for the sweep's index, and then 1", async () => {
    const merchant = await seedMerchant();
    const intent = await seedIntent(merchant.id);
    await pay(intent.id, await seedWallet());
    await drained(intent.id);
    const written = countDatabaseRows();
    const rowsOfIntent = () =>
      written.splice(0).flatMap(({ sql, rows }) => (sql.includes("payment") ? [rows] : []));

    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    await drained(intent.id);
    expect(rowsOfIntent()).toEqual([2, 2]);
    await settleRefund(intent.id);

    expect(rowsOfIntent()).toEqual([1]);
  });

  it("are 7 for a request for approval, one more with a scan token, and 2 when it is rejected", async () => {
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    const { id: counterId } = await makeCounter(merchant);
    const { code } = await showCode(wallet);
    captureQueue(env.WALLET_EVENTS);
    const written = countDatabaseRows();
    // The sandbox's wallets may still be receiving what the tests before this one have sent.
    const own = () => written.filter(({ sql }) => !sql.includes("wallet_"));
    const takeRows = () => {
      const rows = own().map((each) => each.rows);
      written.length = 0;
      return rows;
    };

    const { id } = await makeApproval(merchant, wallet, { counter_id: counterId });
    await until(() => own().length === 3);
    expect(takeRows()).toEqual([4, 2, 1]);
    await makeApproval(merchant, wallet, { counter_id: counterId, scan_token: code });
    await until(() => own().length === 4);
    expect(takeRows()).toEqual([1, 4, 2, 1]);
    await reject(wallet, id);
    await drained(id);
    expect(takeRows()).toEqual([2, 1]);
  });

  it("are 5 in the object, 3 documents and 2 alarms, and a day later the deletion", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const wallet = await seedWallet();
    const intent = await seedIntent(merchant.id);
    const counts = await countObjectWrites(intent.id);

    await pay(intent.id, wallet);
    await drained(intent.id);
    expect(counts).toEqual({ put: 3, setAlarm: 2, deleteAll: 0 });
    moveClock(RECOVERY_WINDOW_MS);
    await fireAlarm(intent.id);

    expect(counts).toEqual({ put: 3, setAlarm: 2, deleteAll: 1 });
  });

  it("are sent to the queue in one message", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const intent = await seedIntent(merchant.id);

    await pay(intent.id, await seedWallet());
    await drained(intent.id);
    await fireAlarm(intent.id);

    expect(queues.webhooks).toHaveLength(1);
  });
});
