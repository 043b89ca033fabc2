// `npm start` as a user runs it, in a copy of the project: it leaves nothing behind and says what is wrong. Runs in Node.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

const COPIED = ["package.json", "wrangler.toml", "tsconfig.json", "migrations", "src"];
let directory = "";

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "payments-start-"));
  for (const name of COPIED) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** In a process group of its own, as from a terminal. */
function npmRun(script: string, environment: Record<string, string> = {}): ChildProcess {
  const { PORT: _, ...inherited } = process.env;
  return spawn("npm", ["run", "--silent", script], {
    cwd: directory,
    env: { ...inherited, ...environment },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function outcomeOf(script: string, environment: Record<string, string> = {}) {
  const child = npmRun(script, environment);
  const [[status], stderr] = await Promise.all([
    once(child, "exit"),
    child.stderr === null ? "" : text(child.stderr),
  ]);
  const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("npm warn"));
  return { status, lines, left: descendantsOf(child.pid) };
}

async function listen() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

async function freePort(): Promise<number> {
  const { server, port } = await listen();
  server.close();
  await once(server, "close");
  return port;
}

/** Those that run: a zombie has ended. */
function processes(): { pid: number; parent: number }[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,stat="], { encoding: "utf8" }).trim().split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

function descendantsOf(pid: number | undefined): number[] {
  const found = [pid];
  const all = processes();
  for (const parent of found) found.push(...all.filter((row) => row.parent === parent).map((row) => row.pid));
  return found.slice(1) as number[];
}

async function isUp(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

describe("npm start", () => {
  it("leaves no process, no port and no note when npm alone is interrupted", {
    timeout: 120_000,
  }, async () => {
    const port = await freePort();
    const npm = npmRun("start", { PORT: String(port) });
    npm.stdout?.resume();
    onTestFinished(() => void npm.kill("SIGTERM"));
    const note = join(directory, ".wrangler/service.json");
    await vi.waitUntil(() => existsSync(note) || npm.exitCode !== null, { timeout: 90_000, interval: 200 });
    expect(await isUp(port)).toBe(true);
    expect(JSON.parse(readFileSync(note, "utf8"))).toEqual({ url: `http://localhost:${port}` });
    const started = descendantsOf(npm.pid);
    expect(started.length).toBeGreaterThan(3);

    npm.kill("SIGINT");

    await once(npm, "exit");
    expect(npm.exitCode).toBe(0);
    const survivors = () => processes().filter(({ pid }) => started.includes(pid));
    await vi.waitFor(() => expect(survivors()).toEqual([]));
    expect(await isUp(port)).toBe(false);
    expect(existsSync(note)).toBe(false);
  });

  it("names a port that is in use, and another", async () => {
    const { server, port } = await listen();
    const { status, lines, left } = await outcomeOf("start", { PORT: String(port) });
    server.close();
    expect({ status, lines, left }).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(
          `^Port ${port} is in use: stop what runs there, or choose another port: PORT=\\d+ npm start$`,
        ),
      ],
      left: [],
    });
  });

  it.each([
    [
      "malformed",
      (vars: string) => vars.replace(/^MASTER_KEY=.*$/m, 'MASTER_KEY="short"'),
      "must be 32 bytes in base64",
    ],
    ["missing", (vars: string) => vars.replace(/^MASTER_KEY=.*$/m, ""), "is missing"],
  ])("names a variable that is %s, and starts nothing", async (_, change, fault) => {
    const file = join(directory, ".dev.vars");
    cpSync(file, `${file}.kept`);
    writeFileSync(file, change(readFileSync(file, "utf8")));
    const outcome = await outcomeOf("start", { PORT: String(await freePort()) });
    cpSync(`${file}.kept`, file);
    const sentence = `MASTER_KEY ${fault}: correct it in .dev.vars (.dev.vars.example lists the names).`;
    expect(outcome).toEqual({ status: 1, lines: [sentence], left: [] });
  });
});

describe("npm run demo", () => {
  it("says so when no service runs", async () => {
    const port = await freePort();
    expect(await outcomeOf("demo", { PORT: String(port) })).toMatchObject({
      status: 1,
      lines: [`No service responds at http://localhost:${port}: run "npm start" in another terminal first.`],
    });
  });
});
