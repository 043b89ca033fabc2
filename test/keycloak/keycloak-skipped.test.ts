// What needs a Keycloak, on a machine that has no Java.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { copyProject, freePort } from "../scripts/project-copy.ts";

const TEST = "test/keycloak/test-keycloak.ts";
const START = "src/scripts/live-mode/start-live.ts";
const { directory, remove } = copyProject("keycloak-skipped");
afterAll(remove);

async function play(script: string, required = "") {
  const port = String(await freePort());
  const change = { PATH: directory, HOME: directory, KEYCLOAK_PORT: port, PORT: port };
  const env = { ...process.env, ...change, REQUIRE_KEYCLOAK: required };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: directory,
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

describe("npm run test:keycloak without Java", { timeout: 60_000 }, () => {
  it("is skipped", async () => {
    expect(await play(TEST)).toEqual({ status: 0, stdout: "skipped: there is no Java\n", stderr: "" });
  });

  it("fails where it is required", async () => {
    const stderr = "no Keycloak: there is no Java\n";
    expect(await play(TEST, "1")).toEqual({ status: 1, stdout: "", stderr });
  });
});

describe("npm run start:live without Java", { timeout: 60_000 }, () => {
  it("says what it needs, and makes no secrets", async () => {
    const stderr =
      "npm run start:live starts a Keycloak, and there is no Java: install Java 17 or later, and Maven, which downloads Keycloak once.\n";
    expect(await play(START)).toEqual({ status: 1, stdout: "", stderr });
    expect(existsSync(join(directory, ".dev.vars.live"))).toBe(false);
  });
});
