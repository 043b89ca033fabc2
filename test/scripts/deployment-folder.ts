// A deployment to an account that is played, from a folder with a configuration of its own.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach } from "vitest";
import { Account } from "#scripts/deploy/account.ts";
import { deploy } from "#scripts/deploy/deployment.ts";
import { MadeSecrets } from "#scripts/deploy/made-secrets.ts";
import type { Place } from "#scripts/deploy/place.ts";
import type { Tools } from "#scripts/deploy/plan.ts";
import { type Deployable, readSettings } from "#scripts/deploy/settings.ts";
import type { FakeCloudflare } from "./fake-cloudflare.ts";

export const ENVIRONMENTS = ["sandbox", "live"] as const;
export const ASKED: Record<string, string> = {
  AUTH_ADMIN_CLIENT_ID: "payments-service",
  AUTH_ADMIN_CLIENT_SECRET: "a-secret-of-keycloak",
  LEDGER_TOKEN: "a-token-of-the-ledger",
  LEDGER_EVENTS_SECRET: "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=",
};

/** Each test of the file begins there, with nothing deployed. */
export function useDeploymentFolder(): void {
  const project = process.cwd();
  const directory = mkdtempSync(join(tmpdir(), "payments-deploy-"));
  beforeEach(() => {
    process.chdir(directory);
    writeFileSync("wrangler.toml", withoutExamples(readFileSync(join(project, "wrangler.toml"), "utf8")));
    for (const name of ["wrangler.ledger.toml", "migrations"])
      cpSync(join(project, name), name, { recursive: true });
    for (const environment of [...ENVIRONMENTS, "ledger"]) rmSync(`.secrets.${environment}`, { force: true });
  });
  afterAll(() => {
    process.chdir(project);
    rmSync(directory, { recursive: true, force: true });
  });
}

export function withoutExamples(toml: string): string {
  return toml
    .replaceAll(".example.com", ".shop.test")
    .replace("http://localhost:8787", "https://sandbox.shop.test");
}

export const NEAR: Place = { variable: "LOCATION", value: "weur" };

export async function deployTo(
  cloudflare: FakeCloudflare,
  environment: Deployable,
  examine: Tools["examine"] = async () => true,
  ask: Tools["ask"] = async ({ name }) => ASKED[name] ?? "",
  askPlace: Tools["askPlace"] = async () => NEAR,
): Promise<string> {
  const settings = readSettings(environment);
  const printed: string[] = [];
  await deploy({
    settings,
    account: new Account(cloudflare.wrangler, settings),
    made: new MadeSecrets(environment),
    ask,
    askPlace,
    examine,
    print: (line) => printed.push(line),
  });
  return printed.join("\n");
}
