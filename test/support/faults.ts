// What a test breaks, and repair(), which undoes all of it after each test (test/setup.ts). A function whose name begins
// with "use" is called once in a file and sets something up before each of its tests.
import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import { CellObject } from "#core/shards/cell-object.ts";
import { restoreClock } from "./clock.ts";

/** Statements of the ledger, and those that project an object. */
export const LEDGER = /\bledger_/;
/** These begin a posting. A settlement that the queue brings late matches LEDGER, but not this. */
export const POSTING = /"idempotency_key" = \?/;
export const PROJECTION = /^\s*(insert into "payment_intents".*do update|insert into "events")/is;

type Run = () => Promise<unknown>;
type Around = (run: Run, statements: readonly string[], parameters: readonly unknown[]) => Promise<unknown>;

/** Wraps `around` around every call of D1 or a cell with a matching statement; a batch counts as one call. Not to be nested. Returns what ends it before the test does. */
export function interceptDatabase(pattern: RegExp, around: Around): () => void {
  const textOf = (statement: unknown) => (statement as { statement: string }).statement;
  const parametersOf = (statement: unknown) => (statement as { params: unknown[] }).params;
  const batch = env.DB.batch.bind(env.DB);
  const onBatch = vi.spyOn(env.DB, "batch").mockImplementation(((statements: D1PreparedStatement[]) => {
    const run = () => batch(statements);
    const texts = statements.map(textOf);
    return texts.some((text) => pattern.test(text))
      ? around(run, texts, statements.flatMap(parametersOf))
      : run();
  }) as D1Database["batch"]);
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  const onStatement = (["all", "raw", "run", "first"] as const).map((method) => {
    const original = prototype[method];
    return vi.spyOn(prototype, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
      const run = () => original.apply(this, args);
      return pattern.test(textOf(this)) ? around(run, [textOf(this)], parametersOf(this)) : run();
    });
  });
  const { run: runInCell } = CellObject.prototype;
  const onCell = vi.spyOn(CellObject.prototype, "run").mockImplementation(function (
    this: CellObject,
    ...args: Parameters<CellObject["run"]>
  ) {
    const run = async () => runInCell.apply(this, args);
    const texts = args[0].map(textOf);
    return texts.some((text) => pattern.test(text))
      ? around(run, texts, args[0].flatMap(parametersOf))
      : run();
  } as never);
  return () => {
    for (const spy of [onBatch, ...onStatement, onCell]) spy.mockRestore();
  };
}

/** Matching D1 calls fail without being executed. */
export function failDatabase(pattern: RegExp): () => void {
  return interceptDatabase(pattern, async () => {
    throw new Error("D1_ERROR: Network connection lost.");
  });
}

/** Matching D1 calls are executed, but their replies are lost. */
export function loseDatabaseReplies(pattern: RegExp): () => void {
  return interceptDatabase(pattern, async (run) => {
    await run();
    throw new Error("D1_ERROR: Network connection lost.");
  });
}

/** These are released when a test does not do so itself. */
const held: { release(): void }[] = [];

export function releaseAtRepair(state: { release(): void }): void {
  held.push(state);
}

/** Matching D1 calls wait for `release`; released with an error, they fail without being executed. */
export function holdDatabase(pattern: RegExp) {
  let isHeld = true;
  let failure: Error | undefined;
  const state = {
    waiting: 0,
    release(error?: Error) {
      isHeld = false;
      failure = error;
    },
  };
  releaseAtRepair(state);
  interceptDatabase(pattern, async (run) => {
    state.waiting += 1;
    while (isHeld) await scheduler.wait(1);
    if (failure !== undefined) throw failure;
    return await run();
  });
  return state;
}

/** Statements whose first parameter is this id fail. */
export function failStatementsAbout(id: string): void {
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  const { bind } = prototype;
  vi.spyOn(prototype, "bind").mockImplementation(function (this: unknown, ...values: unknown[]) {
    if (values[0] === id) throw new Error("D1_ERROR: Network connection lost.");
    return bind.apply(this, values);
  });
}

/** Returns the log instead of printing it, for tests that provoke errors. */
export function muteLog(lines: string[] = []): string[] {
  lines.length = 0;
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line)));
  }
  return lines;
}

/** The lines are those of the current test. */
export function useMutedLog(): string[] {
  const lines: string[] = [];
  beforeEach(() => void muteLog(lines));
  return lines;
}

/** Restores every mock, global and the clock, and lets held D1 calls go on. */
export function repair(): void {
  for (const state of held.splice(0)) state.release();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  restoreClock();
}
