// Keycloak from Maven Central, unpacked once into the user's cache, with a database that has no realm but its own.
import { type ChildProcess, execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "../cache-folder.ts";
import { endChild, startChild, waitUntilUp } from "../child-process.ts";
import { claim } from "../claim.ts";
import { ScriptError } from "../run.ts";

const VERSION = "26.7.3";
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const JAVA_MIN = 17;
const REALM_FILE = "src/scripts/keycloak/payment-platform-realm.json";

/** A user of the realm `master`, in which operators administer. */
export interface Operator {
  username: string;
  password: string;
}

export interface Keycloak extends KeycloakProcess {
  operator: Operator;
}

/** This machine cannot run a Keycloak, through no fault of the project. */
export class Unavailable extends Error {}

const run = promisify(execFile);

export interface KeycloakOptions {
  port: number;
  publicUrl: string;
  log: string;
  /** A folder that keeps the realm from one start to the next. Without it, each start makes the realm anew. */
  database?: string;
}

/** It is not started yet. A realm that is not there is made from the file for operators. Throws Unavailable. */
export async function prepareKeycloak({
  port,
  publicUrl,
  log,
  database,
}: KeycloakOptions): Promise<Keycloak> {
  await requireJava();
  const cache = cacheFolder();
  const owner = claim(join(cache, `keycloak-${VERSION}.pid`));
  if (owner !== null)
    throw new ScriptError(`Another run uses this Keycloak (process ${owner}): wait for it.`);
  const home = join(cache, `keycloak-${VERSION}`);
  const passwordFile = join(home, "operator-password");
  const operator = { username: "operator", password: "" };
  const processWith = (env: Record<string, string>) => keycloakProcess({ home, port, log, env });
  // Written last, so whatever lacks it was interrupted.
  if (!existsSync(passwordFile)) {
    operator.password = randomBytes(24).toString("base64url");
    await unpack(cache, home);
    await makeDatabase(home, operator, processWith);
    writeFileSync(passwordFile, operator.password, { mode: 0o600 });
  }
  operator.password = readFileSync(useDatabase(home, passwordFile, database), "utf8");
  mkdirSync(join(home, "data/import"), { recursive: true });
  cpSync(REALM_FILE, join(home, "data/import/payment-platform-realm.json"));
  return { ...processWith({ PUBLIC_URL: publicUrl }), operator };
}

/** Returns the file with its operator's password, which is kept as well: another Keycloak of the cache has another. */
function useDatabase(home: string, passwordFile: string, kept: string | undefined): string {
  const used = join(home, "data/h2");
  rmSync(used, { recursive: true, force: true });
  if (kept === undefined) {
    cpSync(join(home, "new-database"), used, { recursive: true });
    return passwordFile;
  }
  const keptPassword = join(kept, "operator-password");
  if (!existsSync(keptPassword)) {
    cpSync(join(home, "new-database"), kept, { recursive: true });
    cpSync(passwordFile, keptPassword);
  }
  symlinkSync(resolve(kept), used);
  return keptPassword;
}

async function requireJava(): Promise<void> {
  const { stderr } = await run("java", ["-version"]).catch(() => {
    throw new Unavailable("there is no Java");
  });
  const [, version = "0"] = /version "(\d+)/.exec(stderr) ?? [];
  if (Number(version) < JAVA_MIN) throw new Unavailable(`Java ${version} is older than ${JAVA_MIN}`);
}

async function unpack(cache: string, home: string): Promise<void> {
  await run("mvn", ["-v"]).catch(() => {
    throw new Unavailable("there is no Maven");
  });
  rmSync(home, { recursive: true, force: true });
  console.log(`Keycloak ${VERSION} is unpacked into ${home}, once.`);
  const goal = ["-q", "dependency:unpack", `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${cache}`];
  // Maven notes in the current folder what it has unpacked, and would not do it again.
  const notes = mkdtempSync(join(cache, "maven-"));
  try {
    await run("mvn", goal, { cwd: notes });
  } catch {
    throw new Unavailable(`Maven cannot get ${ARTIFACT}`);
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}

/** The tables take longer than everything else: later runs begin with a copy. */
async function makeDatabase(
  home: string,
  { username, password }: Operator,
  processWith: (env: Record<string, string>) => KeycloakProcess,
): Promise<void> {
  const first = processWith({
    KC_BOOTSTRAP_ADMIN_USERNAME: username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: password,
  });
  await first.start();
  await first.end();
  renameSync(join(home, "data/h2"), join(home, "new-database"));
}

const BOOT_TIMEOUT_MS = 180_000;

interface KeycloakProcess {
  url: string;
  start(): Promise<void>;
  end(): Promise<void>;
}

/** A Keycloak in development mode, on loopback only. */
function keycloakProcess(options: {
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
