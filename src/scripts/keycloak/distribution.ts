// Keycloak from Maven Central, unpacked once into the user's cache, with a database that has no realm but its own.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "../cache-folder.ts";
import { claim } from "../claim.ts";
import { ScriptError } from "../run.ts";
import { type KeycloakProcess, keycloakProcess } from "./keycloak-process.ts";

const VERSION = "26.7.3";
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const JAVA_MIN = 17;
const REALM_FILE = "src/deploy/keycloak/payment-platform-realm.json";

/** Of the realm `master`, in which operators administer. */
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

/** Not started yet. A realm that is not there is made from the file for operators. Throws Unavailable. */
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
