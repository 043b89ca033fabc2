// A Keycloak in development mode, on loopback only.
import type { ChildProcess } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endChild, hasExited, startChild } from "../child-process.ts";

const BOOT_TIMEOUT_MS = 180_000;

export interface KeycloakProcess {
  url: string;
  /** Resolves when it responds. */
  start(): Promise<void>;
  end(): Promise<void>;
}

export function keycloakProcess(options: {
  home: string;
  port: number;
  /** A file for the output. */
  log: string;
  env: Record<string, string>;
}): KeycloakProcess {
  const { home, port, log, env } = options;
  const url = `http://127.0.0.1:${port}`;
  const where = ["--http-host=127.0.0.1", `--http-port=${port}`, `--hostname=${url}`];
  let running: ChildProcess | null = null;
  return {
    url,
    start: async () => {
      const output = openSync(log, "a");
      running = startChild("bash", [join(home, "bin/kc.sh"), "start-dev", ...where, "--import-realm"], {
        stdio: ["ignore", output, output],
        // Starts in half the time, which counts for more here than how fast it is later.
        env: { ...process.env, ...env, JAVA_OPTS_APPEND: "-XX:TieredStopAtLevel=1" },
      });
      const until = Date.now() + BOOT_TIMEOUT_MS;
      while (!(await isUp(url))) {
        if (hasExited(running) || Date.now() > until) throw new Error(`Keycloak did not start: see ${log}`);
        await sleep(200);
      }
    },
    end: async () => {
      if (running !== null) await endChild(running, "SIGTERM");
    },
  };
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/realms/master`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
