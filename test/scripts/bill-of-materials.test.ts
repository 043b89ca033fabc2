// What the workflow lists as the Worker's packages. Runs in Node.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const WORKFLOW = ".github/workflows/dependencies.yml";

it("the Worker's bill of materials lists what it depends on, and nothing else", () => {
  const [, step = ""] = readFileSync(WORKFLOW, "utf8").split("of what the Worker is made of\n");
  const commands = step.match(/(?<= )npm (pkg|install|sbom) .*/g) ?? [];
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const directory = mkdtempSync(join(tmpdir(), "payments-sbom-"));
  for (const file of ["package.json", "package-lock.json"]) cpSync(file, join(directory, file));
  const env = { ...process.env, npm_config_offline: "true" };
  execFileSync("bash", ["-ec", commands.join("\n")], { cwd: directory, env, stdio: "pipe" });
  const { components } = JSON.parse(readFileSync(join(directory, "sbom.worker.cdx.json"), "utf8"));
  rmSync(directory, { recursive: true });
  const listed = components.map(({ name, version }: Record<string, string>) => [name, version]);
  expect(Object.fromEntries(listed)).toEqual(dependencies);
});
