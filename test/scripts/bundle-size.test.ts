// What each Worker takes, compressed, as wrangler would upload it. Runs in Node.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runWrangler } from "../../src/scripts/wrangler.ts";

const LIVE_KIB_MAX = 244;
const SANDBOX_KIB_MAX = 275;

const directory = mkdtempSync(join(tmpdir(), "payments-bundle-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function compressedKib(environment: string): Promise<number> {
  const printed = await runWrangler(["deploy", "--dry-run", "--env", environment, "--outdir", directory]);
  return Number(/gzip: ([\d.]+) KiB/.exec(printed)?.[1]);
}

describe("the bundle", () => {
  it(`of live takes at most ${LIVE_KIB_MAX} KiB`, async () => {
    expect(await compressedKib("live")).toBeLessThanOrEqual(LIVE_KIB_MAX);
  });

  it(`of the sandbox takes at most ${SANDBOX_KIB_MAX} KiB`, async () => {
    expect(await compressedKib("")).toBeLessThanOrEqual(SANDBOX_KIB_MAX);
  });
});
