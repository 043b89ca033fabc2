// What each Worker takes, compressed, as wrangler would upload it. Runs in Node.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import * as schema from "#sandbox/db/schema.ts";
import { runWrangler } from "#scripts/wrangler.ts";

const LIVE_KIB_MAX = 244;
const SANDBOX_KIB_MAX = 275;

const directory = mkdtempSync(join(tmpdir(), "payments-bundle-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function compressedKib(environment: string): Promise<number> {
  const printed = await runWrangler(["deploy", "--dry-run", "--env", environment, "--outdir", directory]);
  return Number(/gzip: ([\d.]+) KiB/.exec(printed)?.[1]);
}

/** The tables of the sandbox that the Worker names which was built last. */
function sandboxTables(entry: string): string[] {
  const code = readFileSync(join(directory, entry), "utf8");
  const names = Object.values(schema).flatMap((table) => (isTable(table) ? [getTableName(table)] : []));
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
}

describe("the bundle", () => {
  it(`of live takes at most ${LIVE_KIB_MAX} KiB, and names no table of the sandbox`, async () => {
    expect(await compressedKib("live")).toBeLessThanOrEqual(LIVE_KIB_MAX);
    expect(sandboxTables("index.js")).toEqual([]);
  });

  it(`of the sandbox takes at most ${SANDBOX_KIB_MAX} KiB`, async () => {
    expect(await compressedKib("")).toBeLessThanOrEqual(SANDBOX_KIB_MAX);
    expect(sandboxTables("sandbox.js")).toHaveLength(5);
  });
});
