// `npm run start:live` in a folder in which one runs already, on a machine without Java. Runs in Node.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyProject, freePort } from "./project-copy.ts";

const { directory, remove } = copyProject("start-live");
afterAll(remove);

const NOTE = join(directory, ".wrangler/live-mode.json");
const VARS = join(directory, ".dev.vars.live");
const ADDRESSES = 'PUBLIC_URL="http://localhost:8790"\n';
const NO_JAVA = /^npm run start:live starts a Keycloak, and there is no Java/;

beforeAll(() => {
  mkdirSync(join(directory, ".wrangler"));
  writeFileSync(VARS, ADDRESSES);
});

async function start() {
  const env = { ...process.env, PATH: directory, HOME: directory, PORT: String(await freePort()) };
  const { status, stderr } = spawnSync(process.execPath, ["src/scripts/live-mode/start-live.ts"], {
    cwd: directory,
    encoding: "utf8",
    env,
  });
  expect(status).toBe(1);
  return stderr;
}

it("refuses while another one runs, and leaves its addresses and its note", async () => {
  const note = JSON.stringify({ url: "http://localhost:8790", pid: process.pid });
  writeFileSync(NOTE, note);
  expect(await start()).toBe(
    `http://localhost:8790 already runs in live mode, with its addresses in this folder's .dev.vars.live: stop it (process ${process.pid}) first, or use another copy of the project.\n`,
  );
  expect(readFileSync(VARS, "utf8")).toBe(ADDRESSES);
  expect(readFileSync(NOTE, "utf8")).toBe(note);
});

it.each([
  ["was killed", JSON.stringify({ url: "http://localhost:8790", pid: spawnSync("true").pid })],
  ["was cut off while it began", ""],
])("starts after one that %s, and leaves no note", async (_, note) => {
  writeFileSync(NOTE, note);
  expect(await start()).toMatch(NO_JAVA);
  expect(existsSync(NOTE)).toBe(false);
});
