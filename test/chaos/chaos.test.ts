// `npm run chaos` when it is interrupted: it leaves nothing behind. Runs in Node.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { copyProject, descendantsOf, freePort, isUp, listen, survivorsOf } from "../scripts/project-copy.ts";

/** Its second kill comes some seconds after the service is up again. */
const SEED = 1;
const { npmRun, outcomeOf, remove } = copyProject("chaos-test");
afterAll(remove);

function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return () => output;
}

describe("npm run chaos", () => {
  it.each([
    {
      moment: "npm is ended while the service starts",
      isReached: (output: string) => output.includes("Starting a copy of the service"),
      interrupt: (npm: ChildProcess) => npm.kill("SIGTERM"),
    },
    {
      moment: "Ctrl+C reaches the whole terminal between two kills",
      isReached: (output: string) => output.includes("kill 1 of"),
      interrupt: ({ pid }: ChildProcess) => process.kill(-(pid ?? 0), "SIGINT"),
    },
  ])(
    "leaves no process, no port and no copy, and reports no failure, when $moment",
    {
      timeout: 300_000,
    },
    async ({ isReached, interrupt }) => {
      const port = await freePort(2);
      const npm = npmRun(`chaos -- --seed ${SEED}`, { CHAOS_PORT: String(port) });
      const output = outputOf(npm);
      onTestFinished(() => void npm.kill("SIGTERM"));
      const waiting = { timeout: 270_000, interval: 200 };
      await vi.waitUntil(() => isReached(output()) || npm.exitCode !== null, waiting);
      const started = descendantsOf(npm.pid);
      expect(started.length).toBeGreaterThan(1);
      const directory = /a copy of the service in (\S+)\./.exec(output())?.[1] ?? "";
      expect(existsSync(directory)).toBe(true);

      interrupt(npm);

      await once(npm, "exit");
      expect(npm.exitCode).toBe(130);
      await expect.poll(() => survivorsOf(started)).toEqual([]);
      expect(await isUp(port)).toBe(false);
      expect(existsSync(directory)).toBe(false);
      expect(output()).not.toMatch(/FAILED|Error/);
    },
  );

  it("names a port that is in use, and another", async () => {
    const { server, port } = await listen();
    const outcome = await outcomeOf("chaos", { CHAOS_PORT: String(port) });
    server.close();
    const sentence = `^Port ${port} is in use: stop what runs there, or choose another port: CHAOS_PORT=\\d+ npm run chaos$`;
    expect(outcome).toEqual({ status: 1, lines: [expect.stringMatching(sentence)], left: [] });
  });

  it("names another run whose service is down between two kills", async () => {
    const port = await freePort(2);
    const file = join(tmpdir(), `payments-chaos-${port}.pid`);
    writeFileSync(file, String(process.pid));
    onTestFinished(() => rmSync(file));
    expect(await outcomeOf("chaos", { CHAOS_PORT: String(port) })).toEqual({
      status: 1,
      lines: [
        `Another npm run chaos uses port ${port} (process ${process.pid}): wait for it, or choose another port: CHAOS_PORT=${port + 1} npm run chaos`,
      ],
      left: [],
    });
  });

  it("says how it is used", async () => {
    expect(await outcomeOf("chaos everything")).toEqual({
      status: 1,
      lines: ["Usage: npm run chaos [kills|neighbour] [-- [--grow] [--seed 1000000]]"],
      left: [],
    });
  });
});
