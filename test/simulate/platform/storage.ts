// One object's storage. Writes of one turn become durable together at its end: a crash within the turn undoes them, a
// throw does not. (workerd does the same: "write, abort in the same turn" is rolled back, "write, throw" is not.)
import { assertStorable } from "../../support/platform-limits.ts";
import type { Faults } from "../faults.ts";
import type { Actor } from "./actor.ts";
import { Crashed } from "./actor.ts";
import type { Effects } from "./effects.ts";

interface Contents {
  /** JSON by key. */
  values: ReadonlyMap<string, string>;
  alarmAt: number | null;
}

const EMPTY: Contents = { values: new Map(), alarmAt: null };

export class StoredContents {
  #durable: Contents = EMPTY;
  /** What the current turn has made of it; null when it has written nothing. */
  #turn: Contents | null = null;
  readonly #onAlarmChange: () => void;
  readonly #onStored: (values: Contents["values"]) => void;

  constructor(onAlarmChange: () => void, onStored: (values: Contents["values"]) => void) {
    this.#onAlarmChange = onAlarmChange;
    this.#onStored = onStored;
  }

  get now(): Contents {
    return this.#turn ?? this.#durable;
  }

  /** Within a turn. */
  write(change: Partial<Contents>): void {
    if (this.#turn === null) queueMicrotask(() => this.#endTurn());
    this.#turn = { ...this.now, ...change };
  }

  revertTo(contents: Contents): void {
    if (this.#turn !== null) this.#turn = contents;
  }

  forgetTurn(): void {
    this.#turn = null;
  }

  /** Changes the stored contents from outside, as the platform or a fault does. */
  replace(change: Partial<Contents>): void {
    const hasNewAlarm = change.alarmAt !== undefined && change.alarmAt !== this.#durable.alarmAt;
    this.#durable = { ...this.#durable, ...change };
    if (hasNewAlarm) this.#onAlarmChange();
    if (change.values !== undefined) this.#onStored(change.values);
  }

  #endTurn(): void {
    const written = this.#turn;
    this.#turn = null;
    if (written !== null) this.replace(written);
  }
}

export function storageFor(actor: Actor, contents: StoredContents, effects: Effects, faults: Faults) {
  function reading() {
    if (!actor.isAlive) throw new Crashed();
    if (faults.strikes("storage_fails")) throw new Error("internal error; reference = storage");
  }
  const storage = {
    kv: {
      get(key: string): unknown {
        reading();
        const text = contents.now.values.get(key);
        return text === undefined ? undefined : JSON.parse(text);
      },
      put(key: string, value: unknown): void {
        effects.touchOrThrow(actor);
        assertStorable(key, value);
        contents.write({ values: new Map(contents.now.values).set(key, JSON.stringify(value)) });
      },
      list({ prefix = "", start = "", limit = Number.POSITIVE_INFINITY }): [string, unknown][] {
        reading();
        const keys = [...contents.now.values.keys()].filter((key) => key.startsWith(prefix) && key >= start);
        return keys
          .sort()
          .slice(0, limit)
          .map((key) => [key, storage.kv.get(key)]);
      },
      delete(key: string): boolean {
        effects.touchOrThrow(actor);
        const values = new Map(contents.now.values);
        const isThere = values.delete(key);
        contents.write({ values });
        return isThere;
      },
    },
    transactionSync<T>(work: () => T): T {
      const before = contents.now;
      try {
        return work();
      } catch (error) {
        if (actor.isAlive) contents.revertTo(before);
        throw error;
      }
    },
    async setAlarm(at: number | Date): Promise<void> {
      effects.touchOrThrow(actor);
      contents.write({ alarmAt: Number(at) });
    },
    async getAlarm(): Promise<number | null> {
      reading();
      return contents.now.alarmAt;
    },
    async deleteAlarm(): Promise<void> {
      effects.touchOrThrow(actor);
      contents.write({ alarmAt: null });
    },
    async deleteAll(): Promise<void> {
      effects.touchOrThrow(actor);
      contents.write(EMPTY);
    },
    async sync(): Promise<void> {
      effects.touchOrThrow(actor);
    },
  };
  return storage as unknown as DurableObjectStorage;
}
