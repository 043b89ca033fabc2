// A service of the chaos run's own, which may be killed.
import { rmSync } from "node:fs";
import { copyProject, isUp as isUpAt, localServer } from "../local-service.ts";

export { sleep } from "../local-service.ts";

export const PORT = process.env.CHAOS_PORT ?? "8797";
export const BASE_URL = `http://localhost:${PORT}`;

export interface Service {
  directory: string;
  /** Answers as soon as the service does. */
  start(): Promise<void>;
  /** SIGKILL for the whole process group: nothing gets the chance to finish. */
  kill(): Promise<void>;
  remove(): void;
}

export function copyService(): Service {
  const directory = copyProject("chaos");
  const command = [process.execPath, "src/scripts/start.ts"];
  const { start, end } = localServer({ command, env: { PORT }, baseUrl: BASE_URL, log: "service.log" });
  return {
    directory,
    start,
    kill: () => end("SIGKILL"),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export function isUp(): Promise<boolean> {
  return isUpAt(BASE_URL);
}
