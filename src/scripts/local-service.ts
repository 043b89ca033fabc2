// Runs the service, or another Worker, built, on this machine. What builds it and reads its configuration needs much memory, and ends.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { buildWorker } from "./built-worker.ts";
import { endChild, hasExited, isEnding, outputOf, startChild, waitUntilUp } from "./child-process.ts";
import type { Deployable } from "./deploy/settings.ts";
import { DEFAULT_STATE, type Environment } from "./prepare.ts";
import { ScriptError } from "./run.ts";
import type { ServedWorker } from "./serve-worker.ts";

const BOOT_TIMEOUT_MS = 90_000;
const scriptAt = (name: string) => join(import.meta.dirname, name);

interface LocalWorker {
  port: number;
  /** A file for the output. Null: this script's own, once the Worker is up; what came before only if it fails. */
  log: string | null;
  stateDirectory: string;
}

export function localService(
  options: Pick<LocalWorker, "port" | "log"> & {
    stateDirectory?: string;
    environment?: Environment;
    /** Where others reach it, as through a tunnel. By default it is known as localhost alone. */
    publicUrl?: string;
  },
) {
  const { stateDirectory = DEFAULT_STATE, environment = "sandbox", ...where } = options;
  const { publicUrl = `http://localhost:${options.port}` } = options;
  const signUp: Record<string, string> =
    environment === "sandbox" ? { SANDBOX_SIGNUP: process.env.SANDBOX_SIGNUP || "on" } : {};
  return localWorker(environment, { PUBLIC_URL: publicUrl, ...signUp }, { stateDirectory, ...where });
}

/** `variables` win over those of its configuration. */
export function localWorker(
  worker: Deployable,
  variables: Record<string, string>,
  { port, log, stateDirectory }: LocalWorker,
) {
  const directory = `${stateDirectory}/worker`;
  const build = () => buildWorker(directory, worker, { LOCAL_URL: variables.PUBLIC_URL ?? "" });
  let built: Promise<void> | null = null;
  let running: ChildProcess | null = null;
  let startsAndEnds = 0;
  return {
    /** Resolves when it responds. Throws ScriptError when a variable is wrong, or other migrations made the tables. */
    start: async () => {
      startsAndEnds += 1;
      const own = startsAndEnds;
      // Its variables may have changed since it last ran, its code has not.
      built ??= build();
      const [read] = await Promise.all([readOptions(stateDirectory, worker), built]);
      if (startsAndEnds !== own) throw new Error("it was ended before it was up");
      const jurisdiction = read.bindings?.JURISDICTION;
      if (log === null && jurisdiction)
        console.log(
          `JURISDICTION is ${jurisdiction}: this machine has no jurisdictions, so it starts without one.`,
        );
      const here = { ...variables, JURISDICTION: "" };
      const served: ServedWorker = { directory, stateDirectory, port, options: read, variables: here };
      if (log === null) console.log("Starting it.");
      const stream = log === null ? "pipe" : openSync(log, "a");
      running = startChild(process.execPath, [scriptAt("serve-worker.ts")], {
        stdio: ["pipe", stream, stream],
      });
      running.stdin?.end(JSON.stringify(served));
      let held = "";
      let isUp = false;
      for (const piped of [running.stdout, running.stderr])
        piped?.on("data", (chunk: Buffer) => {
          if (isUp) process.stdout.write(chunk);
          else held += chunk;
        });
      try {
        await waitUntilUp(
          running,
          `http://127.0.0.1:${port}/health`,
          BOOT_TIMEOUT_MS,
          log ?? "the log above",
        );
      } catch (error) {
        if (!isEnding) process.stderr.write(held);
        throw error;
      } finally {
        isUp = true;
      }
    },
    /** Resolves when it has stopped by itself. */
    stopped: async () => {
      if (running !== null && !hasExited(running)) await once(running, "exit");
    },
    /** SIGTERM lets it shut down cleanly; SIGKILL ends its whole process group at once. */
    end: async (signal: "SIGTERM" | "SIGKILL") => {
      startsAndEnds += 1;
      if (running !== null) await endChild(running, signal);
    },
  };
}

async function readOptions(stateDirectory: string, worker: Deployable): Promise<ServedWorker["options"]> {
  const child = startChild(process.execPath, [scriptAt("worker-options.ts"), stateDirectory, worker], {
    stdio: ["ignore", "pipe", "pipe"],
    // Else wrangler says on standard output which variables it reads.
    env: { ...process.env, WRANGLER_LOG: "error" },
  });
  const { status, printed, errors } = await outputOf(child);
  if (status !== 0) throw new ScriptError(errors.trimEnd());
  return JSON.parse(printed);
}
