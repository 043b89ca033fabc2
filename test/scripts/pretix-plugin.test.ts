// The plugin for pretix, as far as that goes without a pretix. Runs in Node.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";

const PLUGIN = "src/sdk/pretix";
const hasPython = spawnSync("python3", ["--version"]).status === 0;

it("has at most 400 lines", () => {
  const files = globSync(`${PLUGIN}/**/*.{py,toml}`);
  expect(files.length).toBeGreaterThan(5);
  expect(
    files
      .map((file) => readFileSync(file, "utf8"))
      .join("")
      .split("\n").length - 1,
  ).toBeLessThanOrEqual(400);
});

it.runIf(hasPython)("compiles", () => {
  const env = { ...process.env, PYTHONPYCACHEPREFIX: `${tmpdir()}/pretix-plugin` };
  const { status, stdout } = spawnSync("python3", ["-m", "compileall", "-q", PLUGIN, "test/pretix"], { env });
  expect(stdout.toString()).toBe("");
  expect(status).toBe(0);
});
