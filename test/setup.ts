// Files share a runtime, and each begins as if it were the first: new modules, no objects, an empty database.
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, inject, vi } from "vitest";

// Every refused request is a line in the log.
if (!inject("showLogs")) for (const level of ["info", "warn", "error"] as const) console[level] = () => {};

vi.useRealTimers();
vi.resetModules();
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

const { default: worker } = await import("../src/index.ts");
const consume = worker.queue;
let begun = 0;
let running = 0;
worker.queue = async (...batch) => {
  begun += 1;
  running += 1;
  try {
    await consume(...batch);
  } finally {
    running -= 1;
  }
};

/** Messages still being consumed are finished here: the next file's reset would make them fail. */
afterAll(async () => {
  let seen: number;
  do {
    seen = begun;
    await scheduler.wait(25);
  } while (running > 0 || begun !== seen);
});
