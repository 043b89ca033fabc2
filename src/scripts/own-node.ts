// `node src/scripts/own-node.ts SCRIPT …` runs a script that handles secrets. npm puts the Node in node_modules first, which one person
// packages: a Node.js of this machine's that is new enough is preferred to it. One line says which it is.
import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MAJOR_MIN = 26;
const PROGRAM = process.platform === "win32" ? "node.exe" : "node";

const [script = "", ...args] = process.argv.slice(2);
/** The `PATH` that npm was started with. */
const folders = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => folder !== "" && !/\bnode_modules\b/.test(folder));

if (args.includes("--help")) await runHere();
const own = folders.map((folder) => join(folder, PROGRAM)).find((node) => majorOf(node) >= MAJOR_MIN);
if (own === undefined) {
  console.error(
    `This runs on the Node.js in node_modules, which one person packages: it sees your secrets. A Node.js ${MAJOR_MIN} or later on your PATH is used instead.`,
  );
  await runHere();
} else {
  console.error(`This runs on your own Node.js, ${own}.`);
  // For wrangler's child processes as well.
  const env = { ...process.env, PATH: [dirname(own), ...folders].join(delimiter) };
  // Where a process can be replaced, signals and the terminal stay as they are.
  process.execve?.(own, [own, script, ...args], env);
  process.exit(spawnSync(own, [script, ...args], { env, stdio: "inherit" }).status ?? 1);
}

async function runHere(): Promise<void> {
  process.argv.splice(1, 2, resolve(script));
  await import(pathToFileURL(resolve(script)).href);
}

/** 0 where there is no Node. */
function majorOf(node: string): number {
  try {
    const stdio = ["ignore", "pipe", "ignore"] as const;
    return Number.parseInt(
      execFileSync(node, ["-p", "process.versions.node"], { stdio: [...stdio], encoding: "utf8" }),
      10,
    );
  } catch {
    return 0;
  }
}
