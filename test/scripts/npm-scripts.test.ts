// The npm scripts: few, and each of ours says what it does without doing it. Runs in Node.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const own = Object.entries(scripts).filter(([, command]) => /^(exec )?(node|sh) /.test(command));
const PATH = `${resolve("node_modules/.bin")}${delimiter}${process.env.PATH}`;

it("there are at most 32", () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(32);
});

it.concurrent.each(own)("npm run %s -- --help only helps", async (name, command) => {
  // npm runs it so, and puts the arguments behind the whole command.
  const shell = promisify(execFile)("sh", ["-c", `${command} --help`], { env: { ...process.env, PATH } });
  const { stdout, stderr } = await shell;
  expect(stderr).toBe("");
  expect(stdout).toMatch(new RegExp(`^\`?npm (run )?${name}\\b`));
});

const WITH_OPTIONS = [
  "attack",
  "bench",
  "chaos",
  "deploy",
  "doctor",
  "mutants",
  "pack:client",
  "simulate",
  "test:ledger",
  "test:wallet",
];

it.concurrent.each(WITH_OPTIONS)(
  "npm run %s with an unknown option ends with a sentence, not a stack",
  async (name) => {
    const shell = promisify(execFile)("sh", ["-c", `${scripts[name]} --unknown-option`], {
      env: { ...process.env, PATH },
    });
    const { stderr } = await shell.then(
      () => expect.unreachable(),
      (error: { stderr: string }) => error,
    );
    expect(stderr).toMatch(/^(Unknown option|Usage: )/m);
    expect(stderr).not.toMatch(/^ +at /m);
  },
);
