import { timeCall } from "#core/lib/timing.ts";

/** Each call of it is timed. */
export function timedDatabase(database: D1Database): D1Database {
  const timed = {
    prepare: (query: string) => new Statement(database.prepare(query)),
    batch: (statements: readonly Statement[]) =>
      timeCall("d1", () => database.batch(statements.map(({ timed }) => timed))),
  };
  // What Drizzle's driver calls.
  return timed as unknown as D1Database;
}

class Statement {
  readonly timed: D1PreparedStatement;

  constructor(timed: D1PreparedStatement) {
    this.timed = timed;
  }

  bind(...params: unknown[]): Statement {
    return new Statement(this.timed.bind(...params));
  }

  all() {
    return timeCall("d1", () => this.timed.all());
  }

  run() {
    return timeCall("d1", () => this.timed.run());
  }

  raw() {
    return timeCall("d1", () => this.timed.raw());
  }
}
