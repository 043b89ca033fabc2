// A Keycloak in development mode, on loopback only.
import type { ChildProcess } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { endChild, startChild, waitUntilUp } from "../child-process.ts";

const BOOT_TIMEOUT_MS = 180_000;

export interface KeycloakProcess {
  url: string;
  start(): Promise<void>;
  end(): Promise<void>;
}

export function keycloakProcess(options: {
  home: string;
  port: number;
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
      await waitUntilUp(running, `${url}/realms/master`, BOOT_TIMEOUT_MS, log);
    },
    end: async () => {
      if (running !== null) await endChild(running, "SIGTERM");
    },
  };
}
