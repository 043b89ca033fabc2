// Workers whose calls of databases and objects come one at a time, in an order that is drawn, and which may die between two calls.
import type { Random } from "./random.ts";

/** Makes a call when it is its turn. */
export interface Call {
  <Result>(run: () => Promise<Result>, statements?: string, shard?: string): Promise<Result>;
  isDead(): boolean;
}

export class Turns {
  /** How many calls have been made. */
  now = 0;
  readonly #random: Random;
  readonly #waiting: (() => Promise<void>)[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next<Result>(run: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(async () => {
        this.now++;
        await run().then(resolve, reject);
      });
    });
  }

  /** One that dies at the call with this number: before it, or before its reply. */
  worker(diesAt: number, isReplyLost: boolean, onCall: (statements: string, shard: string) => void): Call {
    let calls = 0;
    let isDead = false;
    const call = <Result>(run: () => Promise<Result>, statements = "", shard = "") =>
      this.next(async () => {
        const dies = ++calls === diesAt;
        if (isDead || (dies && !isReplyLost)) {
          isDead = true;
          throw new Error("the Worker is dead");
        }
        isDead = dies;
        const result = await run();
        onCall(statements, shard);
        if (dies) throw new Error("the Worker is dead");
        return result;
      });
    return Object.assign(call, { isDead: () => isDead });
  }

  async run(workers: readonly (() => Promise<void>)[]): Promise<void> {
    let running = workers.length;
    const all = Promise.all(workers.map((start) => start().finally(() => void running--)));
    all.catch(() => {});
    while (running > 0) {
      await scheduler.wait(0);
      const [call] = this.#waiting.splice(this.#random.integer(0, this.#waiting.length - 1), 1);
      await call?.();
    }
    await all;
  }
}

interface Prepared {
  inner: D1PreparedStatement;
  text: string;
}

/** Each call of it is one of these. */
export function stepping(database: D1Database, shard: string, call: Call): D1Database {
  const prepared = (inner: D1PreparedStatement, text: string) => ({
    ...{ inner, text },
    bind: (...params: unknown[]) => prepared(inner.bind(...params), text),
    all: () => call(() => inner.all(), text, shard),
    run: () => call(() => inner.run(), text, shard),
    raw: () => call(() => inner.raw(), text, shard),
  });
  return {
    prepare: (text: string) => prepared(database.prepare(text), text),
    batch: (statements: Prepared[]) =>
      call(
        () => database.batch(statements.map(({ inner }) => inner)),
        statements.map(({ text }) => text).join("\n"),
        shard,
      ),
  } as unknown as D1Database;
}
