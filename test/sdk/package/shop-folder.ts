// An empty folder of a shop, where the packed client is installed and used with the system's Node.
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "esbuild";

export interface ShopFolder {
  path: string;
  /** Runs a program with the system's PATH, in the folder. */
  run(
    program: string,
    args: string[],
    env?: Record<string, string>,
  ): Promise<{ stdout: string; stderr: string }>;
  write(name: string, text: string): void;
  remove(): void;
}

const TARBALL = /^merchant-payments-client-.+\.tgz$/;

/** npm's variables would make a nested npm work on this project, and its PATH has this project's own Node. */
export const SYSTEM_ENV = Object.fromEntries(
  Object.entries({
    ...process.env,
    PATH: (process.env.PATH ?? "")
      .split(delimiter)
      .filter((directory) => !directory.includes("node_modules"))
      .join(delimiter),
  }).filter(([name]) => !/^npm_|^NODE/.test(name)),
) as NodeJS.ProcessEnv;

/** Packs the client as `npm run pack:client` does, and returns the file. */
export function packClient(): string {
  for (const name of readdirSync(".").includes("dist") ? readdirSync("dist") : [])
    if (TARBALL.test(name)) rmSync(join("dist", name));
  execFileSync("node", ["src/scripts/pack-client/pack-client.ts"], { stdio: "pipe" });
  return resolve("dist", readdirSync("dist").find((name) => TARBALL.test(name)) ?? "");
}

/** Node 20.3 or later. */
export function hasSupportedNode(): boolean {
  const script = "process.exit(AbortSignal.any === undefined ? 1 : 0)";
  return spawnSync("node", ["-e", script], { env: SYSTEM_ENV }).status === 0;
}

export function makeShopFolder(): ShopFolder {
  const path = mkdtempSync(join(tmpdir(), "shop-"));
  return {
    path,
    run: (program, args, env = {}) =>
      promisify(execFile)(program, args, { cwd: path, env: { ...SYSTEM_ENV, ...env } }),
    write: (name, text) => writeFileSync(join(path, name), text),
    remove: () => rmSync(path, { recursive: true }),
  };
}

const DOCUMENTS = ["src/sdk/README.md", "test/sdk/package/examples.md"];

/** The TypeScript in the package's README, and in what has more examples. */
export function readmeExamples(): string[] {
  const blocks = DOCUMENTS.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/```ts\n(.*?)```/gs)]);
  return blocks.map(([, code = ""]) => code);
}

export function withoutTypes(code: string): string {
  return transformSync(code, { loader: "ts" }).code;
}
