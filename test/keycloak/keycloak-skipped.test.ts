// What needs a Keycloak, on a machine that has no Java.
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { copyProject, freePort } from "../scripts/project-copy.ts";

const TEST = "test/keycloak/test-keycloak.ts";
const { directory, remove } = copyProject("keycloak-skipped");
afterAll(remove);

async function play(required = "") {
  const port = String(await freePort());
  const change = { PATH: directory, HOME: directory, KEYCLOAK_PORT: port };
  const env = { ...process.env, ...change, REQUIRE_KEYCLOAK: required };
  const { status, stdout, stderr } = spawnSync(process.execPath, [TEST], {
    cwd: directory,
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

describe("npm run test:keycloak without Java", () => {
  it("is skipped", async () => {
    expect(await play()).toEqual({ status: 0, stdout: "skipped: there is no Java\n", stderr: "" });
  });

  it("fails where it is required", async () => {
    const stderr = "no Keycloak: there is no Java\n";
    expect(await play("1")).toEqual({ status: 1, stdout: "", stderr });
  });
});
