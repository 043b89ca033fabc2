// `npm run doctor` as a user runs it, in a folder where nothing runs.

import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { copyProject, freePort } from "./project-copy.ts";

const { directory, npmRun, remove } = copyProject("doctor");
afterAll(remove);
copyFileSync(".dev.vars.example", join(directory, ".dev.vars.example"));

async function doctor(options = "") {
  const child = npmRun(`doctor${options}`, { PORT: String(await freePort()) });
  const outputs = [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream)));
  const [[status], stdout = "", stderr = ""] = await Promise.all([once(child, "exit"), ...outputs]);
  return { status, stdout, stderr };
}

describe("npm run doctor", () => {
  it("exits with 2 when the secrets of the environment are missing", async () => {
    const { status, stderr } = await doctor(" -- --env live");
    expect(status).toBe(2);
    expect(stderr).toContain("There is no .dev.vars.live.");
  });

  it("exits with 1 when a check has failed, and prints every other", async () => {
    const [key, secret] = ["A".repeat(43), "C".repeat(43)];
    writeFileSync(
      join(directory, ".dev.vars"),
      `MASTER_KEY="${key}="\nLEDGER_EVENTS_SECRET="whsec_${secret}="\n`,
    );
    const { status, stdout } = await doctor();
    expect(status).toBe(1);
    const lines = stdout.split("\n");
    expect(lines).toContain("ok   queues.dead-letters");
    expect(lines.filter((line) => line.startsWith("FAIL")).map((line) => line.split(":")[0])).toEqual([
      "FAIL variable.IDEMPOTENCY_KEY_SECRET",
      "FAIL variable.WALLET_ID_SECRET",
      "FAIL variable.ADMIN_CLIENT_ID",
      "FAIL variable.ADMIN_CLIENT_SECRET",
      "FAIL variable.LEDGER_TOKEN",
      "FAIL service.responds",
    ]);
    expect(stdout).not.toContain(key);
    expect(stdout).toContain("npm start");
  });
});
