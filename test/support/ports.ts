// The calls by which the service reaches what lies outside of it. One of them can be made to fail: before its effect,
// after it, or by hanging, when its effect comes late.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { interceptDatabase, PROJECTION, releaseAtRepair } from "./faults.ts";
import { objectOf } from "./objects.ts";
import { captureQueue, type SentMessage } from "./queues.ts";
import { startReceiver } from "./receiver.ts";

export const MOMENTS = ["before", "after", "hanging"] as const;
export type Moment = (typeof MOMENTS)[number];

/** The statement that has the effect stands for it. The ledger is the embedded one, which keeps its accounts in D1. */
const STATEMENTS = {
  transfer: /insert into "ledger_transactions"/,
  find_transfer: /from "ledger_transactions" where \(?"ledger_transactions"\."id" = \?/,
  load: /^select "id", "merchant_id".* from "payment_intents" where "payment_intents"\."id" = \?/s,
  standing_read: /"suspended_at" from "payment_intents"/,
  version_read: /^select "version".* from "payment_intents"/s,
  creation: /^insert into "payment_intents" .*do nothing/s,
  projection: PROJECTION,
  delivery_read: /SELECT e\.id AS "eventId", e\.type/,
  delivery_outcome: /^update "events" set .*"attempt_log"/s,
  bus_mark: /^update "events" set "bus_due_at" = \? where/,
  wallet_platform: /^insert into "wallet_events"/,
} as const;

/** A write of the storage that fails undoes the transaction around it. */
const STORAGE = ["storage_get", "storage_put", "set_alarm"] as const;

export const PORTS = [
  ...(Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[]),
  "webhook_queue",
  "wallet_queue",
  "receiver",
  ...STORAGE,
] as const;
export type Port = (typeof PORTS)[number];

/** A hanging call to these ends by the service's own deadline; to the others, only with the Worker or object. */
const WITH_DEADLINE: readonly Port[] = ["transfer", "find_transfer", "receiver"];
const DEADLINES_SHORTENED = 100;
/** Longer than any shortened deadline. Without an end, it would keep its object from being evicted. */
const HELD_MS = 300;

const READS: readonly Port[] = ["load", "standing_read", "version_read", "find_transfer", "delivery_read"];

export interface Fault {
  port: Port;
  moment: Moment;
}

/** A storage call does not hang, and what has no effect cannot fail after it. */
export function isPossible({ port, moment }: Fault): boolean {
  const isStorage = (STORAGE as readonly Port[]).includes(port);
  return moment === "before" || (!isStorage && !(moment === "after" && READS.includes(port)));
}

export function hangsForEver({ port, moment }: Fault): boolean {
  return moment === "hanging" && !WITH_DEADLINE.includes(port);
}

export interface ArmedFault extends Fault {
  hasStruck: boolean;
}

export interface Ports {
  /** All that were made so far, in order. */
  calls: Port[];
  fault: ArmedFault | null;
  /** The effects of calls that hang. */
  late: (() => Promise<unknown>)[];
  queues: Record<"webhooks" | "wallet-events" | "ledger-settlements" | "ledger-events", SentMessage[]>;
  /** What receivers were told. */
  told: { url: string; id: string; body: string }[];
  /** Makes a call that the fault does not strike. */
  withoutFault<T>(run: () => T): T;
  /** Ends the fault, and lets the calls that hang fail. */
  release(): void;
}

/** Undone by repair(). */
export async function watchPorts(): Promise<Ports> {
  let isHeld = true;
  const ports: Ports = {
    calls: [],
    fault: null,
    late: [],
    told: [],
    queues: {
      webhooks: captureQueue(
        env.WEBHOOK_RETRIES,
        captureQueue(env.WEBHOOKS, [], (run) => pass("webhook_queue", run)),
      ),
      "wallet-events": captureQueue(env.WALLET_EVENTS, [], (run) => pass("wallet_queue", run)),
      "ledger-settlements": captureQueue(env.LEDGER_SETTLEMENTS),
      "ledger-events": captureQueue(env.LEDGER_EVENTS),
    },
    withoutFault: (run) => {
      const { fault } = ports;
      ports.fault = null;
      try {
        return run();
      } finally {
        ports.fault = fault;
      }
    },
    release: () => {
      ports.fault = null;
      isHeld = false;
    },
  };
  releaseAtRepair(ports);

  function strikes(port: Port): Moment | null {
    ports.calls.push(port);
    const { fault } = ports;
    if (fault === null || fault.port !== port || fault.hasStruck) return null;
    fault.hasStruck = true;
    return fault.moment;
  }

  async function pass(port: Port, run: () => Promise<unknown>): Promise<unknown> {
    const moment = strikes(port);
    if (moment === null) return await run();
    if (moment === "after") await run();
    if (moment === "hanging") {
      ports.late.push(run);
      const heldMs = WITH_DEADLINE.includes(port) ? HELD_MS : Number.POSITIVE_INFINITY;
      for (let waitedMs = 0; isHeld && waitedMs < heldMs; waitedMs++) await scheduler.wait(1);
    }
    throw new Error(`D1_ERROR: Network connection lost. (${port})`);
  }

  function passNow<T>(port: Port, run: () => T): T {
    if (strikes(port) !== null) throw new Error(`${port} is not available`);
    return run();
  }

  interceptDatabase(/./, (run, statements) => {
    const port = portOf(statements);
    return port === undefined ? run() : pass(port, run);
  });
  startReceiver(async ({ url, headers, body, init }) => {
    const receive = async () => void ports.told.push({ url, id: headers["webhook-id"] ?? "", body });
    await Promise.race([pass("receiver", receive), aborted(init.signal)]);
    return new Response("ok");
  });
  await interceptStorage(passNow);
  return ports;
}

/** The next call of the fault's port fails. */
export function arm(ports: Ports, fault: Fault): ArmedFault {
  if (fault.moment === "hanging" && !hangsForEver(fault)) shortenDeadlines();
  const armed = { ...fault, hasStruck: false };
  ports.fault = armed;
  return armed;
}

function portOf(statements: readonly string[]): Port | undefined {
  const ports = Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[];
  return ports.find((port) => statements.some((text) => STATEMENTS[port].test(text.trim())));
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

/** The prototypes are those of every object's storage. `stored()` is not noticed: it reads the asynchronous way. */
async function interceptStorage(passNow: <T>(port: Port, run: () => T) => T): Promise<void> {
  await runInDurableObject(objectOf("any"), (_, { storage }) => {
    const spyOn = (target: object, method: string, port: Port) => {
      const prototype = Object.getPrototypeOf(target);
      const original = prototype[method];
      vi.spyOn(prototype, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
        return passNow(port, () => original.apply(this, args));
      });
    };
    spyOn(storage.kv, "get", "storage_get");
    spyOn(storage.kv, "put", "storage_put");
    spyOn(storage, "setAlarm", "set_alarm");
  });
}

/** The service's deadlines are seconds, which a test does not wait for. */
function shortenDeadlines(): void {
  const { setTimeout } = globalThis;
  if (vi.isMockFunction(setTimeout)) return;
  const shortened = (ms = 0) => (ms < 1_000 ? ms : ms / DEADLINES_SHORTENED);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
    setTimeout(run, shortened(ms))) as typeof setTimeout);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(shortened(ms)));
}
