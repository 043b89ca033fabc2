// `npm run keep:release -- COMMIT`: makes the bundle of a release again and keeps it, for the test that runs it on the tables
// of the next one.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "./bench/workerd.ts";
import { run, ScriptError } from "./run.ts";

const KEPT = resolve("test/fixtures/previous-release");

await run(async () => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new ScriptError("Usage: npm run keep:release -- COMMIT, such as a tag.");
  const commit = execFileSync("git", ["rev-parse", "--verify", `${name}^{commit}`], {
    encoding: "utf8",
  }).trim();
  const directory = mkdtempSync(join(tmpdir(), "payments-release-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  checkOut(commit, directory);
  process.chdir(directory);
  const worker = readFileSync(await bundle("src/index.ts", join(directory, "bundle")));
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, "worker.js.gz"), gzipSync(worker, { level: 9 }));
  writeFileSync(join(KEPT, "README.md"), readme(commit));
  console.log(`${join(KEPT, "worker.js.gz")} is the bundle of ${commit}.`);
});

function checkOut(commit: string, directory: string): void {
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", directory], { input: archive });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
}

function readme(commit: string): string {
  return `# The previous release

\`worker.js.gz\` is the bundle of commit ${commit}, which \`test/scripts/previous-release.test.ts\` runs on the current
migrations. Once a release is out, make it again: \`npm run keep:release -- COMMIT\`.
`;
}
