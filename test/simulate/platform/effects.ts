// An effect is whatever leaves the code under test: a D1 call, an HTTP request, a message, an RPC. Each takes time, and
// may fail before it happens, or happen without its reply arriving.

import type { Random } from "../../support/random.ts";
import type { Faults, Weather } from "../faults.ts";
import { type Actor, Crashed, currentActor, never } from "./actor.ts";
import type { Scheduler } from "./scheduler.ts";

interface Port {
  /** Typical latency of one way; the actual one is random around it. */
  latencyMs: number;
  fails: readonly Weather[];
  losesReply: readonly Weather[];
  isSlow: readonly Weather[];
  error: string;
}

const PORTS = {
  d1: {
    latencyMs: 4,
    fails: ["d1_outage", "d1_fails"],
    losesReply: ["d1_loses_replies"],
    isSlow: ["d1_is_slow"],
    error: "D1_ERROR: Network connection lost.",
  },
  ledger: {
    latencyMs: 30,
    fails: ["ledger_outage", "ledger_fails"],
    losesReply: ["ledger_loses_replies"],
    isSlow: ["ledger_is_slow"],
    error: "fetch failed",
  },
  books: {
    latencyMs: 3,
    fails: ["books_fail"],
    losesReply: ["books_lose_replies"],
    isSlow: [],
    error: "D1_ERROR: Network connection lost.",
  },
  report: {
    latencyMs: 5,
    fails: ["reports_lost"],
    losesReply: ["reports_twice"],
    isSlow: ["reports_late"],
    error: "fetch failed",
  },
  receiver: {
    latencyMs: 40,
    fails: ["receivers_outage"],
    losesReply: ["receiver_loses_replies"],
    isSlow: ["receiver_is_slow"],
    error: "fetch failed",
  },
  push_service: {
    latencyMs: 30,
    fails: ["receivers_outage"],
    losesReply: ["receiver_loses_replies"],
    isSlow: ["receiver_is_slow"],
    error: "fetch failed",
  },
  identity_provider: {
    latencyMs: 20,
    fails: ["identity_provider_outage"],
    losesReply: [],
    isSlow: [],
    error: "fetch failed",
  },
  queue: {
    latencyMs: 5,
    fails: ["queue_outage", "queue_fails"],
    losesReply: ["queue_loses_replies"],
    isSlow: [],
    error: "Queue send failed: Internal error",
  },
  rpc: {
    latencyMs: 2,
    fails: ["rpc_fails"],
    losesReply: ["rpc_loses_replies"],
    isSlow: [],
    error: "Network connection lost.",
  },
  cell: {
    latencyMs: 2,
    fails: ["cell_outage", "cell_fails"],
    losesReply: ["cell_loses_replies"],
    isSlow: ["cell_is_slow"],
    error: "Network connection lost.",
  },
} as const satisfies Record<string, Port>;
export type PortName = keyof typeof PORTS;

const SLOW_MS_MAX = 25_000;
/** Even without a fault, this share of all effects takes up to this long: later ones overtake them. */
const STRAGGLERS = 0.03;
const STRAGGLER_MS_MAX = 8_000;

interface Fate {
  delayMs: number;
  replyMs: number;
  outcome: "ok" | "fails" | "reply_lost";
}

export class Effects {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly #random: Map<PortName, Random>;
  readonly #trace: (line: string) => void;
  /** Called before each effect; it may crash the actor. */
  beforeEffect: (actor: Actor) => void = () => {};

  constructor(scheduler: Scheduler, faults: Faults, random: Random, trace: (line: string) => void) {
    this.scheduler = scheduler;
    this.faults = faults;
    this.#trace = trace;
    const names = Object.keys(PORTS) as PortName[];
    this.#random = new Map(names.map((name) => [name, random.fork(name)]));
  }

  /** The effect itself is synchronous: it happens at one moment, and its caller learns of it later. */
  perform<T>(port: PortName, label: string, apply: () => T): Promise<T> {
    return this.performAsync(port, label, (settle) => settle.resolve(apply()));
  }

  /** Performs an effect that takes its own time. */
  performAsync<T>(
    port: PortName,
    label: string,
    begin: (settle: { resolve: (value: T) => void; reject: (error: unknown) => void }) => void,
    errorOf: (message: string) => Error = Error,
  ): Promise<T> {
    const actor = currentActor();
    this.touch(actor);
    if (!actor.isAlive) return never();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fate = this.#fateOf(port, actor);
    const fail = () => reject(errorOf(PORTS[port].error));
    const reply = (note: string, settle: () => void) =>
      this.scheduler.after(fate.replyMs, () => {
        if (!actor.isAlive) return;
        this.#trace(`${actor.name} < ${port} ${label}: ${note}`);
        settle();
      });
    this.scheduler.after(fate.delayMs, () => {
      if (fate.outcome === "fails") return void reply("failed", fail);
      this.#trace(`${actor.name} > ${port} ${label}`);
      const isLost = fate.outcome === "reply_lost";
      const settle = {
        resolve: (value: T) => void reply(isLost ? "lost" : "ok", isLost ? fail : () => resolve(value)),
        reject: (error: unknown) => void reply("rejected", () => reject(error)),
      };
      try {
        begin(settle);
      } catch (error) {
        settle.reject(error);
      }
    });
    return promise;
  }

  /** A synchronous effect, such as a write to an object's storage: the actor may crash here. */
  touch(actor: Actor): void {
    if (actor.isAlive) this.beforeEffect(actor);
  }

  touchOrThrow(actor: Actor): void {
    this.touch(actor);
    if (!actor.isAlive) throw new Crashed();
  }

  #fateOf(name: PortName, actor: Actor): Fate {
    const port: Port = PORTS[name];
    const random = this.#random.get(name) as Random;
    const latency = () => {
      const isStraggler = random.chance(STRAGGLERS);
      return 1 + Math.floor((isStraggler ? STRAGGLER_MS_MAX : port.latencyMs * 2) * random.next() ** 2);
    };
    const strikes = (kind: Weather) => this.faults.strikes(kind);
    const isSlow = port.isSlow.some(strikes);
    const delayMs = latency() + (isSlow && random.chance(0.5) ? random.integer(1_000, SLOW_MS_MAX) : 0);
    const replyMs = latency() + (isSlow ? random.integer(1_000, SLOW_MS_MAX) : 0);
    const failsForOne =
      name === "d1" && actor.isObject && this.faults.strikesOne("d1_fails_for_one", actor.name);
    if (failsForOne || port.fails.some(strikes)) return { delayMs, replyMs, outcome: "fails" };
    return { delayMs, replyMs, outcome: port.losesReply.some(strikes) ? "reply_lost" : "ok" };
  }
}
