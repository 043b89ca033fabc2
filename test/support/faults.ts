// What a test makes fail, hold or forget. vi.restoreAllMocks() repairs all of it.
import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** What the ledger reads and writes, and what an object projects. */
export const LEDGER = /\bledger_/;
export const PROJECTION = /^\s*(update "payment_intents"|insert into "events")/i;

type Run = () => Promise<unknown>;
type Around = (run: Run) => Promise<unknown>;

/** Puts `around` about every D1 call with a statement that matches; a batch counts as one call. */
function interceptDatabase(pattern: RegExp, around: Around): void {
  const textOf = (statement: unknown) => (statement as { statement: string }).statement;
  const batch = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementation(((statements: D1PreparedStatement[]) => {
    const run = () => batch(statements);
    return statements.some((statement) => pattern.test(textOf(statement))) ? around(run) : run();
  }) as D1Database["batch"]);
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  for (const method of ["all", "raw", "run", "first"] as const) {
    const original = prototype[method];
    vi.spyOn(prototype, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
      const run = () => original.apply(this, args);
      return pattern.test(textOf(this)) ? around(run) : run();
    });
  }
}

/** D1 answers nothing to what matches; nothing of it happens. */
export function failDatabase(pattern: RegExp): void {
  interceptDatabase(pattern, async () => {
    throw new Error("D1_ERROR: Network connection lost.");
  });
}

/** D1 does what matches and then the reply is lost. */
export function loseDatabaseReplies(pattern: RegExp): void {
  interceptDatabase(pattern, async (run) => {
    await run();
    throw new Error("D1_ERROR: Network connection lost.");
  });
}

/** What matches waits until `release` is called; with an error it then fails without having happened. */
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
  interceptDatabase(pattern, async (run) => {
    state.waiting += 1;
    while (isHeld) await scheduler.wait(1);
    if (failure !== undefined) throw failure;
    return await run();
  });
  return state;
}

export interface SentMessage {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on whatever was sent
  body: any;
  delaySeconds: number | undefined;
}

const TAKEN = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };

/** The queue takes messages and forgets them; the test sees them and hands on what it likes. */
export function captureQueue(queue: Queue | undefined, sent: SentMessage[] = []): SentMessage[] {
  if (queue === undefined) throw new Error("no such queue");
  vi.spyOn(queue, "send").mockImplementation((async (body, options) => {
    sent.push({ body, delaySeconds: options?.delaySeconds });
    return TAKEN;
  }) satisfies Queue["send"]);
  vi.spyOn(queue, "sendBatch").mockImplementation((async (messages) => {
    for (const { body, delaySeconds } of messages) sent.push({ body, delaySeconds });
    return TAKEN;
  }) satisfies Queue["sendBatch"]);
  return sent;
}

/** Webhooks are those of both their queues, in the order they were sent. */
export function captureQueues() {
  return {
    webhooks: captureQueue(env.WEBHOOK_RETRIES, captureQueue(env.WEBHOOKS)),
    ledgerEvents: captureQueue(env.LEDGER_EVENTS),
    ledgerSettlements: captureQueue(env.LEDGER_SETTLEMENTS),
  };
}

/** Moves the clock on from where it is; it never goes back, or alarms would ring by themselves. */
export function moveClock(byMs: number): number {
  const now = Date.now() + byMs;
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(now);
  return now;
}

/** Errors that a test provokes are logged by design; the log is returned instead of printed. */
export function muteLog(): string[] {
  const lines: string[] = [];
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line)));
  }
  return lines;
}

export function repair(): void {
  vi.restoreAllMocks();
  vi.useRealTimers();
}
