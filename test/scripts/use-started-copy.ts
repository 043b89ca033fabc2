import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { copyProject, freePort } from "./project-copy.ts";

/** A copy of the project in which `npm start` runs while the tests of a file do. `url` is set before the first of them. */
export function useStartedCopy(purpose: string): { directory: string; url: string } {
  const { directory, npmRun, remove } = copyProject(purpose);
  const copy = { directory, url: "" };
  let service: ReturnType<typeof npmRun>;

  beforeAll(async () => {
    const port = await freePort();
    copy.url = `http://localhost:${port}`;
    service = npmRun("start", { PORT: String(port) });
    const note = join(directory, ".wrangler/service.json");
    const isOver = () => existsSync(note) || service.exitCode !== null;
    await vi.waitUntil(isOver, { timeout: 90_000, interval: 200 });
  }, 120_000);

  afterAll(async () => {
    service.kill("SIGTERM");
    await once(service, "exit");
    remove();
  });
  return copy;
}
