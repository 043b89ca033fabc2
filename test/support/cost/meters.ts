// Counts what the platform bills for, at the bindings. The embedded identity provider, ledger and wallets are left out:
// in production they are other systems.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { type Mock, vi } from "vitest";
import worker from "#sandbox.ts";
import { muteLog } from "../faults.ts";
import { objectOf } from "../objects.ts";
import { batchesOfTests } from "../queues.ts";
import { type Counts, NOTHING } from "./counts.ts";

/** Tables of the embedded parts. */
const EMBEDDED =
  /\b(idp_(clients|keys|users)|ledger_(accounts|balances|entries|transactions)|sandbox_(faults|inbox|wallets)|wallet_events)\b/;
export interface Meters {
  /** What has been counted since the last call. */
  take(): Counts;
  count(unit: keyof Counts, amount: number): void;
}

/** Undone by repair(). */
export async function startMeters(): Promise<Meters> {
  let counts = { ...NOTHING };
  const meters: Meters = {
    take() {
      const taken = counts;
      counts = { ...NOTHING };
      return taken;
    },
    count(unit, amount) {
      counts[unit] += amount;
    },
  };
  const invoked = (unit: keyof Counts) => {
    meters.count(unit, 1);
    meters.count("logEvents", 1);
  };
  muteLog();
  for (const level of ["info", "warn", "error"] as const) {
    const line = vi.mocked(console[level]) as Mock;
    line.mockImplementation(() => meters.count("logEvents", 1));
  }
  for (const handler of ["fetch", "scheduled"] as const) {
    countCalls(worker as unknown as Methods, handler, () => invoked("workerRequests"));
  }
  countBatches(() => invoked("workerRequests"));
  countQueries(meters);
  countObjectRequests(invoked);
  await countObjectStorage(meters, invoked);
  return meters;
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

function countCalls(target: Methods, name: string, counted: () => void): void {
  const original = target[name];
  vi.spyOn(target, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
    counted();
    return original?.apply(this, args);
  });
}

/** What earlier test files have sent is neither counted nor done. */
function countBatches(counted: () => void): void {
  const consume = worker.queue.bind(worker);
  vi.spyOn(worker, "queue").mockImplementation(async (...args) => {
    if (!batchesOfTests.has(args[0])) return;
    counted();
    await consume(...args);
  });
}

/** Read once in seconds, for all wallets: `test/http/wallet/wallet-stops.test.ts` counts it. */
const REMEMBERED = /from "stopped_wallets" where \(held_since/i;

type Query = string | string[];
type Send = (endpoint: string, query: Query, ...rest: unknown[]) => Promise<D1Result | D1Result[]>;

/**
 * Every query passes through this method of the runtime's D1 client. Above it, `raw`, which Drizzle uses, has already
 * dropped the counters.
 */
function countQueries({ count }: Meters): void {
  const { alwaysPrimarySession } = env.DB as unknown as { alwaysPrimarySession: { _sendOrThrow: Send } };
  const send = alwaysPrimarySession._sendOrThrow.bind(alwaysPrimarySession);
  vi.spyOn(alwaysPrimarySession, "_sendOrThrow").mockImplementation(async (endpoint, query, ...rest) => {
    const answered = await send(endpoint, query, ...rest);
    const results = [answered].flat();
    for (const [index, sql] of [query].flat().entries()) {
      if (EMBEDDED.test(sql) || REMEMBERED.test(sql)) continue;
      const { rows_read, rows_written } = results[index]?.meta ?? {};
      if (rows_read === undefined || rows_written === undefined) throw new Error(`not counted: ${sql}`);
      count("databaseQueries", 1);
      count("databaseRowsRead", rows_read);
      count("databaseRowsWritten", rows_written);
    }
    return answered;
  });
}

/** Each call of a stub's method is a request. What the tests do inside an object is not. */
function countObjectRequests(invoked: (unit: keyof Counts) => void): void {
  const units: Record<string, keyof Counts> = { find: "objectReads", execute: "objectCommands" };
  const namespace = env.PAYMENT_INTENTS;
  const getByName = namespace.getByName.bind(namespace);
  const counted = (name: string) =>
    new Proxy(getByName(name), {
      get(stub, method: string) {
        const value = Reflect.get(stub, method);
        if (typeof value !== "function" || method === "constructor") return value;
        return (...args: unknown[]) => {
          const unit = method === "fetch" && opensSocket(args) ? "objectReads" : units[method];
          if (unit !== undefined) invoked(unit);
          return Reflect.apply(value, stub, args);
        };
      },
    });
  vi.spyOn(namespace, "getByName").mockImplementation(counted as typeof getByName);
}

/** Other requests are what tests use to look into an object. */
function opensSocket([url]: unknown[]): boolean {
  return String(url).startsWith("https://payment-intent/live");
}

/**
 * Each key, and each alarm that is set, is a row; deleting everything deletes the only key. Not counted are
 * listing, the asynchronous `get`, and deleting an alarm: the object does none of these, but tests do.
 */
async function countObjectStorage({ count }: Meters, invoked: (unit: keyof Counts) => void): Promise<void> {
  await runInDurableObject(objectOf("prototypes"), (instance, { storage }) => {
    const keyValue: Methods = Object.getPrototypeOf(storage.kv);
    const whole: Methods = Object.getPrototypeOf(storage);
    countCalls(keyValue, "get", () => count("objectRowsRead", 1));
    for (const method of ["put", "delete"]) countCalls(keyValue, method, () => count("objectRowsWritten", 1));
    for (const method of ["put", "delete", "setAlarm", "deleteAll"]) {
      countCalls(whole, method, () => count("objectRowsWritten", 1));
    }
    countCalls(Object.getPrototypeOf(instance), "alarm", () => invoked("objectAlarms"));
  });
}
