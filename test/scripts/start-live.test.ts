// `npm run start:live` in a folder in which one runs already, on a machine without Java. Runs in Node.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyProject, freePort } from "./project-copy.ts";

const { directory, remove } = copyProject("start-live");
afterAll(remove);

const NOTE = join(directory, ".wrangler/live-mode.pid");
const VARS = join(directory, ".dev.vars.live");
const ADDRESSES = 'PUBLIC_URL="http://localhost:8790"\n';
const NO_JAVA =
  "npm run start:live starts a Keycloak, and there is no Java: install Java 17 or later, and Maven, which downloads Keycloak once.\n";
/** The service's, Keycloak's and the ledger's. */
const PORTS = 3;

beforeAll(() => {
  mkdirSync(join(directory, ".wrangler"));
  writeFileSync(VARS, ADDRESSES);
});

async function start() {
  const env = { ...process.env, PATH: directory, HOME: directory, PORT: String(await freePort(PORTS)) };
  const { status, stderr } = spawnSync(process.execPath, ["src/scripts/live-mode/start-live.ts"], {
    cwd: directory,
    encoding: "utf8",
    env,
  });
  expect(status).toBe(1);
  return stderr;
}

it("refuses while another one runs, and leaves its addresses and its note", async () => {
  writeFileSync(NOTE, String(process.pid));
  expect(await start()).toBe(
    `npm run start:live already runs in this folder (process ${process.pid}), and its addresses are in .dev.vars.live: stop it first.\n`,
  );
  expect(readFileSync(VARS, "utf8")).toBe(ADDRESSES);
  expect(readFileSync(NOTE, "utf8")).toBe(String(process.pid));
});

it.each([
  ["was killed", String(spawnSync("true").pid)],
  ["was killed while it wrote the note", ""],
])(
  "starts after one that %s, says that there is no Java, and leaves neither note nor secrets",
  async (_, note) => {
    writeFileSync(NOTE, note);
    expect(await start()).toBe(NO_JAVA);
    expect(existsSync(NOTE)).toBe(false);
    expect(readFileSync(VARS, "utf8")).toBe(ADDRESSES);
  },
);
