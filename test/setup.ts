// Files share a runtime, and each begins with an empty database and without objects.
import { applyD1Migrations, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, expect, inject, vi } from "vitest";
import { CELL_NAMES, SPREAD_NAMES } from "./support/cell-names.ts";
import { assertBindable, assertStorable } from "./support/platform-limits.ts";

/** What the runtime keeps from one file to the next. */
interface Shared {
  originalConsole: Console;
  /**
   * The embedded identity provider's: it signs in every file, because modules know it, and those that verify would not look
   * for another before a time that a file has moved the clock to.
   */
  signingKey?: Record<string, unknown>;
  /** Batches of the queues that the service has begun to consume, and those that it has not finished. */
  begun: number;
  running: number;
  watched: WeakSet<object>;
}

const shared = globalThis as unknown as { ofAllFiles?: Shared };
shared.ofAllFiles ??= {
  originalConsole: { ...console },
  begun: 0,
  running: 0,
  watched: new WeakSet(),
};
const ofAllFiles = shared.ofAllFiles;

vi.useRealTimers();
// Once is not enough after a file that has run for more than about ten seconds: workerd then leaves the databases.
do await reset();
while (await hasTables());
await migrate();

async function hasTables(): Promise<boolean> {
  const statement = "SELECT 1 FROM sqlite_master WHERE name = 'merchants'";
  const atHome = await env.DB.prepare(statement).first();
  const inCells = await Promise.all(
    [...CELL_NAMES, ...SPREAD_NAMES].map((name) =>
      env.CELL_OBJECTS.getByName(name).run([{ statement, params: [] }], 0),
    ),
  );
  return atHome !== null || inCells.flat().some((result) => (result?.rows.length ?? 0) > 0);
}

async function migrate(): Promise<void> {
  // One statement each: in a batch they take more than twice as long.
  const whole = env.TEST_MIGRATIONS.map(({ name, queries }) => ({ name, queries: [queries.join(";")] }));
  await applyD1Migrations(env.DB, whole);
  const { signingKey: key } = ofAllFiles;
  if (key === undefined) return;
  await env.DB.prepare("INSERT INTO idp_keys (kid, public_jwk, private_jwk, created_at) VALUES (?, ?, ?, ?)")
    .bind(key.kid, key.public_jwk, key.private_jwk, key.created_at)
    .run();
}

const { faultsIn, forgetLines, noteToken, watchLine, watchedLines } = await import("./support/log-watch.ts");
forgetLines();
for (const level of ["debug", "log", "info", "warn", "error"] as const) {
  console[level] = (...parts) => {
    watchLine(parts);
    if (inject("showLogs")) ofAllFiles.originalConsole[level](...parts);
  };
}

const { repair } = await import("./support/faults.ts");
afterEach(repair);

const { CellObject } = await import("#core/shards/cell-object.ts");
const { default: worker } = await import("#sandbox.ts");
const { sandboxDependenciesFor } = await import("#sandbox/composition.ts");
const { makeSigningKey } = await import("./support/signing-key.ts");

await limitPlatform();

if (env.CELLS) {
  // Files may begin with payments at home, as if from before there were cells.
  const entries = JSON.stringify(env.CELLS.split(","));
  await env.DB.prepare("INSERT INTO lasting_settings SELECT value, 0, 0 FROM json_each(?)")
    .bind(entries)
    .run();
}
if (!ofAllFiles.watched.has(worker)) {
  watchWorker();
  // What Workers and objects ask home when they begin is in no test's count.
  await env.PAYMENT_INTENTS.getByName(crypto.randomUUID()).find(false);
  await sandboxDependenciesFor(env).shards.check(Date.now());
}
ofAllFiles.signingKey ??= await firstSigningKey();

async function firstSigningKey(): Promise<Record<string, unknown>> {
  await makeSigningKey();
  const key = await env.DB.prepare("SELECT * FROM idp_keys").first();
  if (key === null) throw new Error("no signing key was made");
  return key;
}

/** A file's mock, once it is restored, may leave the class as it was before it was limited. */
function limitCells(): void {
  const { run } = CellObject.prototype;
  if (ofAllFiles.watched.has(run)) return;
  CellObject.prototype.run = function (statements, ...rest) {
    for (const { statement: sql, params } of statements) assertBindable(sql, params);
    return run.call(this, statements, ...rest);
  };
  ofAllFiles.watched.add(CellObject.prototype.run);
}

/** Captured queues have their limits in test/support/queues.ts. */
async function limitPlatform(): Promise<void> {
  limitCells();
  const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  if (ofAllFiles.watched.has(statement)) return;
  ofAllFiles.watched.add(statement);
  const { bind } = statement;
  statement.bind = function (...parameters: unknown[]) {
    assertBindable(this.statement, parameters);
    return bind.apply(this, parameters);
  };
  const kv = await runInDurableObject(env.PAYMENT_INTENTS.getByName(crypto.randomUUID()), (_, { storage }) =>
    Object.getPrototypeOf(storage.kv),
  );
  const { put } = kv;
  kv.put = function (key: string, value: unknown) {
    assertStorable(key, value);
    put.call(this, key, value);
  };
}

function watchWorker(): void {
  ofAllFiles.watched.add(worker);
  const { fetch: serve, queue: consume } = worker;
  worker.fetch = async (request, ...rest) => {
    noteToken(request.headers.get("Authorization"));
    return await serve(request, ...rest);
  };
  worker.queue = async (...batch) => {
    ofAllFiles.begun += 1;
    ofAllFiles.running += 1;
    try {
      await consume(...batch);
    } finally {
      ofAllFiles.running -= 1;
    }
  };
}

/** Messages still being consumed are finished here: the next file's reset would make them fail. */
afterAll(async () => {
  let seen: number;
  do {
    seen = ofAllFiles.begun;
    await scheduler.wait(25);
  } while (ofAllFiles.running > 0 || ofAllFiles.begun !== seen);
});

afterAll(() => {
  expect(faultsIn(watchedLines)).toEqual([]);
});
