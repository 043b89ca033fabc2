// A separate copy of the service, which the chaos run may kill.
import { appendFileSync } from "node:fs";
import { isEnding } from "../../src/scripts/child-process.ts";
import { keepSweeping, localService } from "../../src/scripts/local-service.ts";
import { readFreePort } from "../../src/scripts/port.ts";
import { prepare } from "../../src/scripts/prepare.ts";
import { workInCopy } from "../scripts/project-copy.ts";
import { claimPort } from "./claim-port.ts";

const DEFAULT_PORT = 8797;
/** Two wranglers that start at once can choose the same internal port, and then one of them ends. */
const STARTS_MAX = 3;
export const BASE_URL = `http://localhost:${process.env.CHAOS_PORT ?? DEFAULT_PORT}`;

export interface Service {
  directory: string;
  /** Resolves when the service responds. */
  start(): Promise<void>;
  /** For its next start. */
  setCells(value: string): void;
  /** Sends SIGKILL to the whole process group, so that nothing can finish its work. */
  kill(): Promise<void>;
}

export async function copyService(): Promise<Service> {
  const port = await readFreePort("CHAOS_PORT", DEFAULT_PORT, "npm run chaos");
  claimPort(port);
  const directory = workInCopy("chaos", { RATE_LIMITS: "off" });
  await prepare();
  const { start, end } = localService({ port, log: "service.log" });
  await keepSweeping(port);
  let isWanted = false;
  const startOrRepeat = async (attemptsLeft: number): Promise<void> => {
    try {
      await start();
    } catch (error) {
      if (!isWanted || isEnding || attemptsLeft === 1) throw error;
      console.log(`  it did not start, once more: ${error instanceof Error ? error.message : error}`);
      await end("SIGKILL");
      await startOrRepeat(attemptsLeft - 1);
    }
  };
  return {
    directory,
    start: async () => {
      isWanted = true;
      await startOrRepeat(STARTS_MAX);
    },
    // Of a name's lines, the last counts.
    setCells: (value) => appendFileSync(".dev.vars", `CELLS="${value}"\n`),
    kill: async () => {
      isWanted = false;
      await end("SIGKILL");
    },
  };
}
