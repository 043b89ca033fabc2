// Files share a runtime, and each begins as if it were the first: new modules, no objects, an empty database.
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, inject, vi } from "vitest";

vi.useRealTimers();
vi.resetModules();
// Once is not enough after a file that has run for more than about ten seconds: workerd then leaves the database.
do await reset();
while (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'merchants'").first());
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// After the modules have been reset, so that the tests' own helpers note their secrets in the same module.
const { faultsIn, noteToken, watchLine, watchedLines } = await import("./support/log-watch.ts");
const shared = globalThis as { originalConsole?: Console };
shared.originalConsole ??= { ...console };
const { originalConsole } = shared;
for (const level of ["debug", "log", "info", "warn", "error"] as const) {
  console[level] = (...parts) => {
    watchLine(parts);
    if (inject("showLogs")) originalConsole[level](...parts);
  };
}

const { default: worker } = await import("../src/index.ts");
const serve = worker.fetch;
worker.fetch = async (request, ...rest) => {
  noteToken(request.headers.get("Authorization"));
  return await serve(request, ...rest);
};

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

afterAll(() => {
  expect(faultsIn(watchedLines)).toEqual([]);
});
