import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { copyProject, freePort } from "./project-copy.ts";

/** Resolves once `npm start` has noted where the service responds, or has ended. On a busy machine that takes minutes. */
export async function untilStarted(npm: ChildProcess, directory: string, timeout = 200_000): Promise<void> {
  const note = join(directory, ".wrangler/service.json");
  await vi.waitUntil(() => existsSync(note) || npm.exitCode !== null, { timeout, interval: 200 });
}

const PATIENCE_MS = 500_000;

/** A copy of the project in which `npm start` runs while the tests of a file do. `url` is set before the first of them. */
export function useStartedCopy(purpose: string): { directory: string; url: string } {
  const { directory, npmRun, remove } = copyProject(purpose);
  const copy = { directory, url: "" };
  let service: ReturnType<typeof npmRun>;

  beforeAll(async () => {
    const port = await freePort();
    copy.url = `http://localhost:${port}`;
    service = npmRun("start", { PORT: String(port) });
    await untilStarted(service, directory, PATIENCE_MS);
  }, PATIENCE_MS + 20_000);

  afterAll(async () => {
    service.kill("SIGTERM");
    await once(service, "exit");
    remove();
  });
  return copy;
}
