// Which Node.js the scripts run on that handle secrets. Runs in Node.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const directory = mkdtempSync(join(tmpdir(), "payments-own-node-"));
const packaged = join(directory, "node_modules/.bin");
const old = join(directory, "old");
const recent = join(directory, "recent");
const script = join(directory, "script.ts");
const trace = join(directory, "trace");

beforeAll(() => {
  for (const folder of [packaged, old, recent]) mkdirSync(folder, { recursive: true });
  // A Node.js that keeps a trace of each start, and so would see what is in the environment.
  const traced = `echo started >> '${trace}'; exec '${process.execPath}' "$@"`;
  writeFileSync(join(packaged, "node"), `#!/bin/sh\n${traced}\n`, { mode: 0o755 });
  writeFileSync(join(old, "node"), "#!/bin/sh\necho 25.9.0\n", { mode: 0o755 });
  // A Node.js that says when it runs a script.
  const runs = `[ "$1" = -p ] || echo recent; exec '${process.execPath}' "$@"`;
  writeFileSync(join(recent, "node"), `#!/bin/sh\n${runs}\n`, { mode: 0o755 });
  writeFileSync(script, "console.log(process.env.PATH, ...process.argv.slice(1)); process.exit(3);\n");
});
beforeEach(() => writeFileSync(trace, ""));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs what npm starts with this `PATH`. */
function outcome(...path: string[]) {
  const env = { ...process.env, PATH: [packaged, ...path].join(delimiter) };
  const command = ["src/scripts/own-node.sh", script, "live", "--dry-run"];
  const { status, stdout, stderr } = spawnSync("/bin/sh", command, { env, encoding: "utf8" });
  return { status, stdout, stderr, packagedStarts: readFileSync(trace, "utf8") };
}

describe("a script that handles secrets", () => {
  it("runs on the first Node.js 26 or later of the PATH that npm was started with, and says so", () => {
    expect(outcome(old, recent)).toEqual({
      status: 3,
      stdout: `recent\n${[recent, old, recent].join(delimiter)} ${script} live --dry-run\n`,
      stderr: `This runs on your own Node.js, ${join(recent, "node")}.\n`,
      packagedStarts: "",
    });
  });

  it("runs on the packaged one where there is no other, and says who packages it", () => {
    expect(outcome(old, "")).toEqual({
      status: 3,
      stdout: `${[packaged, old, ""].join(delimiter)} ${script} live --dry-run\n`,
      stderr:
        "This runs on the Node.js in node_modules, which one person packages: it sees your secrets. A Node.js 26 or later on your PATH is used instead.\n",
      packagedStarts: "started\n",
    });
  });

  it.each(["deploy", "reseal", "places"])("is npm run %s", (name) => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(scripts[name]).toMatch(/^exec sh src\/scripts\/own-node\.sh src\/scripts\/\S+$/);
  });

  it("builds on the same Node.js: npm would put the packaged one first again", () => {
    const commands = readFileSync("wrangler.toml", "utf8").match(/^command = .*$/gm);
    expect(commands).toHaveLength(2);
    for (const command of commands ?? []) expect(command).toMatch(/^command = "node [^"]*"$/);
    expect(String(commands)).not.toMatch(/\bnp[mx]\b/);
  });
});
