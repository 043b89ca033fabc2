// The Durable Objects' platform: one live instance per name, RPC, alarms that run at least once (unless a fault loses
// them), and crashes.
import { Actor } from "./actor.ts";
import type { Effects } from "./effects.ts";
import { labelOf } from "./rows.ts";
import type { Cancel } from "./scheduler.ts";
import { StoredContents } from "./storage.ts";

/** An alarm that throws is repeated so often, at doubling intervals, and is then lost. */
const ALARM_RETRIES_MAX = 6;
const ALARM_RETRY_MS = 2_000;
const LATE_MS_MAX = 10 * 60_000;

type Instance = DurableObject & Record<string, (...args: unknown[]) => Promise<unknown>>;
export type ObjectClass = new (ctx: DurableObjectState, env: Env) => unknown;

interface Live {
  instance: Instance;
  actor: Actor;
  calls: Set<(error: Error) => void>;
  /** Once the constructor's work is done. */
  opened: Promise<void>;
}

/** The process in which objects run now; null while it is down. */
export interface Runtime {
  env: Env;
  actor: Actor;
}

export interface Platform {
  /** The first word of its actors' names. */
  kind: "object" | "cell";
  effects: Effects;
  storageOf: (name: string, actor: Actor, contents: StoredContents) => DurableObjectStorage;
  /** When an alarm fires that is set to this time. */
  alarmTime: (at: number) => number;
  objectClass: ObjectClass;
  runtime: () => Runtime | null;
  trace: (line: string) => void;
  /** Whether a fault may lose the alarm of the object. */
  canLoseAlarm: (name: string) => boolean;
  /** What an object has stored, by key. */
  onStored: (name: string, values: ReadonlyMap<string, string>) => void;
}

export class ObjectHost {
  readonly name: string;
  readonly contents: StoredContents;
  readonly #platform: Platform;
  #live: Live | null = null;
  #cancelAlarm: Cancel = () => {};
  #alarmAttempts = 0;

  constructor(name: string, platform: Platform) {
    this.name = name;
    this.#platform = platform;
    this.contents = new StoredContents(
      () => this.#schedule(),
      (values) => platform.onStored(name, values),
    );
  }

  get hasAlarm(): boolean {
    return this.contents.now.alarmAt !== null;
  }

  runs(actor: Actor): boolean {
    return this.#live?.actor === actor;
  }

  async call(method: string, args: unknown[]): Promise<unknown> {
    const live = this.#instance();
    const crashed = Promise.withResolvers<never>();
    live.calls.add(crashed.reject);
    try {
      const call = live.actor.run(() => live.opened.then(() => live.instance[method]?.(...args)));
      return await Promise.race([call, crashed.promise]);
    } finally {
      live.calls.delete(crashed.reject);
    }
  }

  /** The memory is lost, and so is what this turn has written; callers get an error. */
  crash(why: string): void {
    if (this.#live === null) return;
    const { actor, calls } = this.#live;
    this.#platform.trace(`${actor.name} crashes: ${why}`);
    actor.die();
    this.contents.forgetTurn();
    this.#live = null;
    const error = Object.assign(new Error("Durable Object reset"), {
      durableObjectReset: true,
      retryable: true,
    });
    for (const reject of calls) reject(error);
  }

  /** Follows a restart of the process: an alarm that came due meanwhile fires now. */
  rearm(): void {
    this.#schedule();
  }

  #instance() {
    if (this.#live?.actor.isAlive) return this.#live;
    const { kind, objectClass, runtime, storageOf } = this.#platform;
    const process = runtime();
    if (process === null) throw Object.assign(new Error("Network connection lost."), { retryable: true });
    const actor = new Actor(`${kind} ${this.name.slice(-6)}`, process.actor);
    let opened = Promise.resolve();
    const ctx = {
      id: { name: this.name, toString: () => this.name },
      storage: storageOf(this.name, actor, this.contents),
      blockConcurrencyWhile: (work: () => Promise<void>) => {
        opened = work();
      },
      waitUntil: (work: Promise<unknown>) => void work.catch(() => {}),
      getWebSockets: () => [],
      abort: () => this.crash("abort"),
    } as unknown as DurableObjectState;
    const instance = actor.run(() => new objectClass(ctx, process.env)) as Instance;
    this.#live = { instance, actor, calls: new Set(), opened };
    return this.#live;
  }

  #schedule(): void {
    const { scheduler, faults } = this.#platform.effects;
    this.#cancelAlarm();
    const { alarmAt } = this.contents.now;
    if (alarmAt === null) return;
    const lateMs = faults.strikes("alarm_late") ? (scheduler.now * 7919) % LATE_MS_MAX : 0;
    this.#cancelAlarm = scheduler.at(this.#platform.alarmTime(alarmAt + lateMs), () => this.#fire());
  }

  #fire(): void {
    const { effects, runtime, canLoseAlarm } = this.#platform;
    const { faults } = effects;
    if (runtime() === null) return;
    this.contents.replace({ alarmAt: null });
    if (canLoseAlarm(this.name) && faults.strikes("alarm_lost")) return;
    this.#runAlarm();
    if (faults.strikes("alarm_twice")) this.#runAlarm();
  }

  #runAlarm(): void {
    const { trace, kind } = this.#platform;
    trace(`${kind} ${this.name.slice(-6)} alarm`);
    this.call("alarm", []).then(
      () => {
        this.#alarmAttempts = 0;
      },
      (error: Error) => {
        trace(`${kind} ${this.name.slice(-6)} alarm failed: ${error.message}`);
        this.#alarmAttempts += 1;
        if (this.hasAlarm) return;
        if (this.#alarmAttempts > ALARM_RETRIES_MAX && this.#platform.canLoseAlarm(this.name)) return;
        const delayMs = ALARM_RETRY_MS * 2 ** (this.#alarmAttempts - 1);
        this.contents.replace({ alarmAt: this.#platform.effects.scheduler.now + delayMs });
      },
    );
  }
}

export class Objects {
  readonly hosts = new Map<string, ObjectHost>();
  readonly #platform: Platform;
  onStored: Platform["onStored"] = () => {};

  constructor(platform: Omit<Platform, "onStored">) {
    this.#platform = { ...platform, onStored: (name, values) => this.onStored(name, values) };
  }

  host(name: string): ObjectHost {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    const host = new ObjectHost(name, this.#platform);
    this.hosts.set(name, host);
    return host;
  }

  /** A stub has every method that the class has. */
  binding<Namespace>(): Namespace {
    const getByName = (name: string) =>
      new Proxy(
        {},
        {
          get:
            (_, method) =>
            (...args: unknown[]) =>
              this.#rpc(name, String(method), args),
        },
      );
    return { getByName } as unknown as Namespace;
  }

  #rpc(name: string, method: string, args: unknown[]): Promise<unknown> {
    const copy = structuredClone(args);
    const label = `${method} ${name.slice(-6)} ${describe(copy[0])}`;
    const { effects, kind } = this.#platform;
    return effects.performAsync<unknown>(
      kind === "cell" ? "cell" : "rpc",
      label,
      ({ resolve, reject }) => {
        this.host(name)
          .call(method, copy)
          .then((value) => resolve(structuredClone(value)), reject);
      },
      (message) => Object.assign(new Error(message), { retryable: true }),
    );
  }
}

function describe(command: unknown): string {
  if (Array.isArray(command)) return labelOf(command.map(({ statement }) => String(statement)));
  return typeof command === "object" && command !== null && "type" in command ? String(command.type) : "";
}
