// Runs the service under `wrangler dev`.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { endChild, hasExited, isEnding, waitUntilUp } from "./child-process.ts";
import { DEFAULT_STATE, type Environment, PREPARED } from "./prepare.ts";
import { startWrangler } from "./wrangler.ts";

const BOOT_TIMEOUT_MS = 90_000;
const SWEEP_INTERVAL_MS = 10_000;

/** `prepare` must have been called with the same directory and environment. */
export function localService(options: {
  port: number;
  /** A file for the output. Null: this script's own, once the service is up; what came before only if it fails. */
  log: string | null;
  stateDirectory?: string;
  environment?: Environment;
  /** Where others reach it, as through a tunnel. By default it is known as localhost alone. */
  publicUrl?: string;
}) {
  const { port, log, stateDirectory = DEFAULT_STATE, environment = "sandbox" } = options;
  const host = `localhost:${port}`;
  const { publicUrl = `http://${host}` } = options;
  // Another wrangler that starts meanwhile may choose the default port of the inspector as well.
  const ports = ["--port", String(port), "--inspector-port", "0"];
  const where = [...ports, "--ip", "127.0.0.1", "--persist-to", stateDirectory];
  const output = ["--log-level=log", "--show-interactive-dev-session=false"];
  // Otherwise requests would seem to be for the host of the route in wrangler.toml.
  const live = ["--env", "live", "--local-upstream", host, "--upstream-protocol", "http"];
  const args = ["dev", ...where, "--var", `PUBLIC_URL:${publicUrl}`, ...output];
  if (environment === "live") args.push(...live);
  let running: ChildProcess | null = null;
  return {
    /** Resolves when the service responds. */
    start: async () => {
      const stream = log === null ? "pipe" : openSync(log, "a");
      running = startWrangler(args, {
        env: { ...PREPARED, LOCAL_URL: publicUrl },
        stdio: ["ignore", stream, stream],
      });
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
    /** Resolves when the service has stopped by itself. */
    stopped: async () => {
      if (running !== null && !hasExited(running)) await once(running, "exit");
    },
    /** SIGTERM lets the service shut down cleanly; SIGKILL ends its whole process group at once. */
    end: async (signal: "SIGTERM" | "SIGKILL") => {
      if (running !== null) await endChild(running, signal);
    },
  };
}

/** Fires the Cron trigger, as the platform does every minute. Failures appear in the service's log. */
export async function keepSweeping(port: number): Promise<void> {
  const sweep = () =>
    fetch(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`).then(
      () => undefined,
      () => undefined,
    );
  await sweep();
  setInterval(sweep, SWEEP_INTERVAL_MS);
}
