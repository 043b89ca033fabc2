// What each Worker takes, compressed, as wrangler would upload it. Runs in Node.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { getTableName, isTable } from "drizzle-orm";
import * as esbuild from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import * as schema from "#sandbox/db/schema.ts";
import { runWrangler } from "#scripts/wrangler.ts";

/** It is printed with the Workers', so that what the parts add is seen. */
const REFERENCE = "test/entries/reference.ts";
const LIVE_KIB_MAX = 266.3;
const SANDBOX_KIB_MAX = 300.4;

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

/** Names no part where the others name all. */
const noParts: esbuild.Plugin = {
  name: "no-parts",
  setup: (build) =>
    build.onLoad({ filter: /\/src\/main\/parts[\w-]*\.ts$/ }, () => ({ contents: "export {};" })),
};

/** A Worker as wrangler would build it, and the files that it is built of. */
async function build(entry: string): Promise<{ kib: number; files: string[] }> {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [entry],
    ...{ bundle: true, minify: true, metafile: true, write: false, outdir: directory },
    ...{ format: "esm", target: "es2024", conditions: ["workerd", "worker", "browser"] },
    external: ["cloudflare:*", "node:*"],
    loader: { ".sql": "text" },
    plugins: entry === REFERENCE ? [noParts] : [],
  });
  const kib = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length / 1024, 0);
  return { kib, files: Object.keys(metafile.inputs) };
}

describe("the bundle", () => {
  it(`of live takes at most ${LIVE_KIB_MAX} KiB, and names no table of the sandbox`, async () => {
    expect(await compressedKib("live")).toBeLessThanOrEqual(LIVE_KIB_MAX);
    expect(sandboxTables("index.js")).toEqual([]);
  });

  it(`of the sandbox takes at most ${SANDBOX_KIB_MAX} KiB`, async () => {
    expect(await compressedKib("")).toBeLessThanOrEqual(SANDBOX_KIB_MAX);
    expect(sandboxTables("sandbox.js")).toHaveLength(7);
  });

  it("of the reference's operations has nothing of parts, the sandbox or scripts", async () => {
    const workers = ["src/index.ts", "src/sandbox.ts", "src/parts/ledger/worker.ts", REFERENCE];
    const built = await Promise.all(workers.map(build));
    console.log(built.map(({ kib }, index) => `${workers[index]}: ${kib.toFixed(1)} KiB`).join("\n"));
    const files = built.at(-1)?.files ?? [];
    expect(files).toContain("src/core/domain/payment-intents/payment-intent.ts");
    expect(files.filter((file) => /^src\/(parts|sandbox|scripts)\//.test(file))).toEqual([]);
  });
});
