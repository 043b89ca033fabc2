// Where objects are, and that they stay there: in another jurisdiction every name stands for another object. workerd has no
// jurisdictions, so namespaces stand in that note how they are asked.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { merchants } from "#core/db/schema/merchants.ts";
import { lastingSettings } from "#core/db/schema/operations.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import worker from "#sandbox.ts";
import { adminToken, BASE_URL } from "../support/api.ts";
import { useStoppedClock } from "../support/clock.ts";
import { muteLog } from "../support/faults.ts";
import { makeMerchant } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { db, seedMerchant } from "../support/seeds.ts";

useStoppedClock();
const noted = inArray(lastingSettings.entry, ["eu", "us"]);
beforeEach(async () => {
  await db.batch([db.delete(lastingSettings).where(noted), db.delete(merchants)]);
});

const CLASSES = ["PAYMENT_INTENTS", "WALLETS", "CELL_OBJECTS"] as const;

/** The service with these variables; `reached` says of each object that it has called how it was reached. */
function serviceWith(variables: { JURISDICTION?: string; LOCATION?: string }) {
  const reached: object[] = [];
  const standIn = (name: (typeof CLASSES)[number], jurisdiction: string | null) => ({
    jurisdiction: (restricted: string) => standIn(name, restricted),
    getByName(id: string, options: object) {
      reached.push({ name, jurisdiction, options });
      return env[name].getByName(id);
    },
  });
  const namespaces = Object.fromEntries(CLASSES.map((name) => [name, standIn(name, null)]));
  const bindings = { ...env, ...variables, ...namespaces } as unknown as Env;
  const deps = sandboxDependenciesFor(bindings);
  const request = async (path: string, token: string, body: string | null = null) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const sent = new Request(BASE_URL + path, { method: body === null ? "GET" : "POST", headers, body });
    const response = await worker.fetch(sent, bindings, createExecutionContext());
    return { status: response.status, body: await response.json() };
  };
  return { reached, deps, request };
}

describe("the objects of all three classes", () => {
  it.each([
    [{ JURISDICTION: "eu" }, { jurisdiction: "eu", options: {} }],
    [{ LOCATION: "weur" }, { jurisdiction: null, options: { locationHint: "weur" } }],
    [{}, { jurisdiction: null, options: {} }],
  ])("are reached as %o says", async (variables, how) => {
    const { reached, deps } = serviceWith(variables);
    await deps.intents.find(crypto.randomUUID());
    await deps.liveWallets.end(crypto.randomUUID());
    await deps.shards.named("0").run(sql`SELECT 1`);
    await deps.restoreCell("0", Date.now()).catch(() => undefined);
    const [intents, wallets, cells] = CLASSES.map((name) => ({ name, ...how }));
    expect(reached).toEqual([intents, wallets, cells, cells]);
  });
});

describe("JURISDICTION", () => {
  const kept = async () => (await db.select().from(lastingSettings).where(noted)).map(({ entry }) => entry);
  /** Why home refuses it: asked as an isolate that begins with work does. */
  const refusalOf = async (JURISDICTION: string) => {
    const { deps } = serviceWith({ JURISDICTION });
    await deps.shards.check(Date.now());
    const finding = deps.intents.find(crypto.randomUUID());
    return await finding.then(() => null, String);
  };

  it("is noted at first, and no other one is accepted", async () => {
    expect(await refusalOf("us")).toBeNull();
    await seedMerchant();
    expect(await refusalOf("us")).toBeNull();
    for (const other of ["eu", ""])
      expect(await refusalOf(other)).toContain("JURISDICTION was us when the database was new");
    expect(await kept()).toEqual(["us"]);
  });

  it("is refused where the data was made without one", async () => {
    expect(await refusalOf("")).toBeNull();
    await seedMerchant();
    expect(await refusalOf("eu")).toContain("JURISDICTION was empty when the database was new");
    expect(await kept()).toEqual([]);
  });

  it("that is refused is named in a 503, and neither a row nor an object is reached", async () => {
    await refusalOf("eu");
    const [{ token }, administrator] = [await makeMerchant(), await adminToken()];
    const lines = muteLog();
    const { reached, request } = serviceWith({ JURISDICTION: "us" });
    const error = "Service unavailable: the database refuses JURISDICTION";
    const failed = { status: 503, body: { code: "service_unavailable", error } };
    const intents = `${MERCHANT_API}/payment-intents`;
    expect(await request(intents, token, '{"amount":1}')).toMatchObject(failed);
    for (const path of [intents, `${intents}/${crypto.randomUUID()}`, "/health"])
      expect(await request(path, token)).toMatchObject(failed);
    expect({ reached, rows: await db.select().from(paymentIntents) }).toEqual({ reached: [], rows: [] });
    expect(lines.filter((line) => line.includes("JURISDICTION was eu"))).toHaveLength(4);
    expect(await request(`${MERCHANT_API}/admin/deployment`, administrator)).toMatchObject({
      status: 200,
      body: { deployment: { settings_fault: "JURISDICTION was eu when the database was new" } },
    });
  });

  it("reaches no cell that an alarm asks first", async () => {
    await refusalOf("eu");
    await seedMerchant();
    const { reached, deps } = serviceWith({ JURISDICTION: "us" });
    await expect(deps.shards.named("0").run(sql`SELECT 1`)).rejects.toThrow();
    expect(reached).toEqual([]);
  });
});
