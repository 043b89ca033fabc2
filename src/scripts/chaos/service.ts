// A separate copy of the service, which the chaos run may kill.
import { rmSync } from "node:fs";
import { copyProject, isUp as isUpAt, localServer } from "../local-service.ts";

export { sleep } from "../local-service.ts";

export const PORT = process.env.CHAOS_PORT ?? "8797";
export const BASE_URL = `http://localhost:${PORT}`;

export interface Service {
  directory: string;
  /** Resolves when the service responds. */
  start(): Promise<void>;
  /** Sends SIGKILL to the whole process group, so that nothing can finish its work. */
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
