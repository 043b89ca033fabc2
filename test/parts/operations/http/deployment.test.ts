// What an administrator sees of the Worker that runs: names, never values.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import worker from "#sandbox.ts";
import { adminToken, BASE_URL } from "../../../support/api.ts";
import { failDatabase, muteLog } from "../../../support/faults.ts";
import { expectDocumented } from "../../../support/openapi.ts";
import { MERCHANT_API } from "../../../support/paths.ts";
import { sharedRows } from "../../../support/rows.ts";

const PATH = `${MERCHANT_API}/admin/deployment`;
const MIGRATIONS = env.TEST_MIGRATIONS.map(({ name }) => name);
const LAST = MIGRATIONS.at(-1) ?? "";

/** Asks a Worker with these variables. */
async function describeDeployment(change: Partial<Env> = {}) {
  const headers = { Authorization: `Bearer ${await adminToken()}` };
  const request = new Request(BASE_URL + PATH, { headers });
  const response = await worker.fetch(request, { ...env, ...change }, createExecutionContext());
  const text = await response.text();
  expectDocumented("GET", PATH, { status: response.status, headers: response.headers, text });
  const timing = response.headers.get("Server-Timing");
  return { status: response.status, timing, text, body: JSON.parse(text) };
}

describe("GET /admin/deployment", () => {
  it("names the variables that are set, the bindings, and nothing that they hold", async () => {
    const before = Date.now();
    const { status, text, body } = await describeDeployment({ METRICS_TOKEN: "" });
    expect(status).toBe(200);
    const { environment, time, variables, bindings, webhook_lookups } = body.deployment;
    expect({ environment, webhook_lookups }).toEqual({ environment: "sandbox", webhook_lookups: "off" });
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before - 1);
    expect(variables).toEqual(expect.arrayContaining(["ENVIRONMENT", "LEDGER_TOKEN", "MASTER_KEY"]));
    for (const unset of ["METRICS_TOKEN", "AUTH_URL"]) expect(variables).not.toContain(unset);
    expect(bindings).toEqual(expect.arrayContaining(["DB", "LIMIT_READS", "PAYMENT_INTENTS", "WEBHOOKS"]));
    for (const secret of [env.MASTER_KEY, env.LEDGER_TOKEN, env.ADMIN_CLIENT_SECRET])
      expect(text).not.toContain(secret);
  });

  it("says how far D1, an object and the ledger are, also one that does not respond", async () => {
    for (const LEDGER_URL of ["", "https://ledger.test"]) {
      const { status, timing } = await describeDeployment({ LEDGER_URL });
      expect([status, timing?.match(/\w+(?=;desc)/g)?.sort()]).toEqual([200, ["d1", "ledger", "object"]]);
    }
  });

  it("knows every migration of the folder, and finds them applied", async () => {
    const { body } = await describeDeployment();
    expect(body.deployment.migrations).toEqual({ applied: MIGRATIONS.length, missing: [], unknown: [] });
  });

  it("names a migration that is missing, and one that it does not know", async () => {
    const rename = (from: string, to: string) =>
      sharedRows.run("UPDATE d1_migrations SET name = ? WHERE name = ?", to, from);
    await rename(LAST, "9999_of_the_next_release.sql");
    const { body } = await describeDeployment();
    await rename("9999_of_the_next_release.sql", LAST);
    expect(body.deployment.migrations).toEqual({
      applied: MIGRATIONS.length,
      missing: [LAST],
      unknown: ["9999_of_the_next_release.sql"],
    });
  });

  it.each([
    ["ok", () => Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] })],
    ["failed", () => new Response("", { status: 502 })],
  ])("says that looking up a webhook's host is %s", async (expected, respond) => {
    vi.stubGlobal("fetch", async () => respond());
    const lookups = { DOH_URL: "https://dns.test/dns-query", WEBHOOK_ALLOW_PRIVATE: "false" };
    const { body } = await describeDeployment(lookups);
    expect(body.deployment.webhook_lookups).toBe(expected);
  });

  it("gets 503 while the database does not respond", async () => {
    muteLog();
    failDatabase(/d1_migrations/);
    const { status, body } = await describeDeployment();
    expect([status, body.code]).toEqual([503, "database_unavailable"]);
  });
});
