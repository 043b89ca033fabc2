// `npm run attack` with one small file of each kind. Runs in Node.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { freePort } from "../scripts/project-copy.ts";

it("npm run attack tries a contract test and an attack, which a copy of the service withstands", {
  timeout: 300_000,
}, async ({ signal }) => {
  const env = { ...process.env, ATTACK_PORT: String(await freePort()) };
  const names = ["lost-roles", "pairing"];
  const { stdout } = await promisify(execFile)("npm", ["run", "attack", "--", ...names], { env, signal });
  for (const name of names) expect(stdout).toContain(`${name}.`);
  expect(stdout).toMatch(/\nWithstood\.\n$/);
});
