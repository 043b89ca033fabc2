// A separate copy of the service, which the chaos run may kill.
import { copyProject, keepSweeping, type LocalServer, localService } from "../local-service.ts";
import { readFreePort } from "../port.ts";
import { prepare } from "../prepare.ts";
import { claimPort } from "./claim-port.ts";

const DEFAULT_PORT = 8797;
export const BASE_URL = `http://localhost:${process.env.CHAOS_PORT ?? DEFAULT_PORT}`;

export interface Service {
  directory: string;
  /** Resolves when the service responds. */
  start(): Promise<void>;
  /** Sends SIGKILL to the whole process group, so that nothing can finish its work. */
  kill(): Promise<void>;
}

export async function copyService(): Promise<Service> {
  const port = await readFreePort("CHAOS_PORT", DEFAULT_PORT, "npm run chaos");
  claimPort(port);
  const directory = copyProject("chaos");
  await prepare();
  const { start, end }: LocalServer = localService({ port, log: "service.log" });
  await keepSweeping(port);
  return {
    directory,
    start,
    kill: () => end("SIGKILL"),
  };
}
