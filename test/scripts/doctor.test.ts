// What `npm run doctor` says of a live deployment: nothing of one in which all is well, and the name of each planted fault.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Finding } from "#scripts/doctor/check.ts";
import { checkCodes } from "#scripts/doctor/codes.ts";
import { examine, lineOf } from "#scripts/doctor/diagnose.ts";
import type { Rehearsal } from "#scripts/doctor/rehearsal.ts";
import { readArguments, UsageError } from "#scripts/doctor/target.ts";
import { TOKEN } from "../support/node-ledger.ts";
import { FORMANCE_TOKEN, StandInFormance } from "../support/stand-in-formance.ts";
import { FAULTS } from "./doctor-faults.ts";
import { fetchIn, makeSandbox, makeWorld, SERVICE, type World } from "./doctor-world.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

async function findingsIn(world: World, rehearsal: Rehearsal | null = null): Promise<Finding[]> {
  vi.stubGlobal("fetch", fetchIn(world));
  const findings: Finding[] = [];
  for await (const part of examine(world.target, rehearsal)) findings.push(...part);
  return findings;
}

describe("npm run doctor", () => {
  it("finds nothing wrong where nothing is, and leaves nothing behind", async () => {
    const world = await makeWorld();
    const clients = world.keycloak.realm.clients.length;
    const findings = await findingsIn(world);
    expect(findings.filter(({ result }) => result !== "ok").map(lineOf)).toEqual([]);
    expect(findings.length).toBeGreaterThan(60);
    const { realm } = world.keycloak;
    expect([realm.users.length, realm.clients.length]).toEqual([0, clients]);
  });

  it.each(Object.entries(FAULTS))("names %s, and says what to do", async (_, [names, plant]) => {
    const world = await makeWorld();
    plant(world);
    const failed = (await findingsIn(world)).filter(({ result }) => result === "FAIL");
    expect(failed.map(({ name }) => name)).toEqual(names.split(" "));
    for (const finding of failed) expect(lineOf(finding)).toMatch(/^FAIL [\w.-]+: .+[.] [A-Z].+[.]$/);
  });

  it("asks for a look at the ledger that only the service reaches, and has no fault to find with that", async () => {
    const world = await makeWorld();
    world.target.wrangler.services = [{ binding: "LEDGER", service: "merchant-payments-ledger" }];
    world.service.deployment.bindings.push("LEDGER");
    world.target.variables.LEDGER_URL = "";
    const others = (await findingsIn(world)).filter(({ result }) => result !== "ok");
    expect(others.map(({ result, name }) => `${result} ${name}`)).toEqual(["warn ledger.token"]);
  });

  it("checks a ledger of Formance's as such, and rehearses with it", async () => {
    const world = await makeWorld();
    const formance = new StandInFormance();
    formance.fund("wallets:wallet-1", 1);
    const variables = { LEDGER_KIND: "formance", LEDGER_TOKEN: FORMANCE_TOKEN };
    Object.assign(world.target.variables, variables, {
      LEDGER_URL: `${world.target.variables.LEDGER_URL}/v2/main`,
    });
    world.ledger = formance.respond;
    const others = async () => {
      const findings = await findingsIn(world, { account: "wallet-1", currency: "USD" });
      return findings.filter(({ result }) => result !== "ok").map(lineOf);
    };
    expect(await others()).toEqual([]);
    expect(formance.entries).toHaveLength(3);
    world.ledger = async (request) => {
      const response = await formance.respond(request);
      const isSum = response.ok && request.url.includes("/aggregate/");
      return isSum
        ? new Response('{ "data": { "USD/2": 9007199254740993, "EUR/2": 0 } }', response)
        : response;
    };
    expect(await others()).toEqual([
      expect.stringMatching(/^FAIL ledger.sums: .* zero: USD\/2,9007199254740993/),
    ]);
  });

  it.each([
    ["d1", "database", "D1 is 34 ms from"],
    ["object", "object", "an object is 34 ms from"],
    ["ledger", "ledger", "the ledger is 34 ms from"],
  ])("says that %s is far when most responses do", async (which, name, fault) => {
    const world = await makeWorld();
    const { distances: near } = world.service;
    const warnings = async (isFar: boolean[]) => {
      world.service.distances = () => ({ ...near(), ...(isFar.pop() === true ? { [which]: 34.4 } : {}) });
      return (await findingsIn(world)).filter(({ result }) => result !== "ok").map(lineOf);
    };
    expect(await warnings([false, true, true, false, false, false])).toEqual([]);
    const starts = new RegExp(
      `^warn distance\\.${name}: ${fault} the Worker that responds here\\. [A-Z].+\\.$`,
    );
    expect(await warnings([true, true, false, false, true, false])).toEqual([expect.stringMatching(starts)]);
  });

  it.each([
    [{ PUBLIC_URL: SERVICE }, ["ok   codes.modules: the link that a till’s code holds has 37 × 37 modules."]],
    [
      { PUBLIC_URL: `https://${"a".repeat(26)}`, CODES: "link", WALLET_APP_URL: SERVICE },
      [expect.stringMatching(/^ok .* 37 × 37/)],
    ],
    [
      { PUBLIC_URL: `https://${"a".repeat(36)}` },
      [expect.stringMatching(/^warn .* 41 × 41 modules\. With a shorter host/)],
    ],
    [{ PUBLIC_URL: SERVICE, WALLET_APP_URL: SERVICE }, []],
    [{ PUBLIC_URL: SERVICE, CODES: "malformed" }, []],
  ])("says for %j how dense a till's code is", (variables, said) => {
    expect(checkCodes(variables).map(lineOf)).toEqual(said);
  });

  it("finds nothing wrong with a sandbox that has nothing but its own", async () => {
    const findings = await findingsIn(await makeSandbox());
    expect(findings.filter(({ result }) => result !== "ok").map(lineOf)).toEqual([]);
    expect(findings.map(({ name }) => name)).toContain("realm.issuer");
  });

  it("moves no money unless it is asked to rehearse, and then gives it back", async () => {
    const world = await makeWorld();
    const { account, transfers, balance } = await openAccount(world);
    await findingsIn(world);
    expect(transfers).toEqual([]);
    const findings = await findingsIn(world, { account, currency: "USD" });
    expect(findings.filter(({ result }) => result !== "ok").map(lineOf)).toEqual([]);
    expect(transfers.map(({ transaction_type, amount }) => `${transaction_type} ${amount}`)).toEqual([
      "payment 0.01",
      "refund 0.01",
    ]);
    expect(await balance()).toEqual([{ currency: "USD", amount: "1.00" }]);
  });

  it("names a rehearsal that fails", async () => {
    const rehearsal = { account: crypto.randomUUID(), currency: "USD" };
    const failed = (await findingsIn(await makeWorld(), rehearsal)).filter(({ result }) => result === "FAIL");
    expect(failed.map(lineOf)).toEqual([expect.stringContaining("saw a decline: account_not_found")]);
  });

  it("advises to say where objects begin", async () => {
    const world = await makeWorld();
    world.target.variables.LOCATION = "";
    const others = (await findingsIn(world)).filter(({ result }) => result !== "ok");
    expect(others.map(({ result, name }) => `${result} ${name}`)).toEqual(["warn wrangler.place"]);
  });

  it("says what it cannot see at a deployed address without secrets, and does not call that a fault", async () => {
    const world = await makeWorld();
    const { target } = world;
    const known = Object.entries(target.variables).filter(([name]) => name in target.wrangler.vars);
    Object.assign(target, { isComplete: false, variables: Object.fromEntries(known) });
    const others = (await findingsIn(world)).filter(({ result }) => result !== "ok");
    expect(others.map(({ result, name }) => `${result} ${name}`)).toEqual([
      "warn service.administrator",
      "warn realm.service-client",
      "warn ledger.token",
      "warn ledger.events-secret",
    ]);
  });
});

describe("the arguments of npm run doctor", () => {
  it("name the local service, live, or an address", () => {
    expect(readArguments([])).toEqual({ environment: "sandbox", url: null, rehearsal: null });
    const all = ["--env", "live", "--url", `${SERVICE}/`, "--rehearse", "wallet-1", "--currency", "EUR"];
    const rehearsal = { account: "wallet-1", currency: "EUR" };
    expect(readArguments(all)).toEqual({ environment: "live", url: SERVICE, rehearsal });
  });

  it.each([["--env", "production"], ["--url", "payments"], ["--currency", "EURO"], ["--what"], ["live"]])(
    "are refused with the usage: %s %s",
    (...args) => {
      expect(() => readArguments(args)).toThrow(UsageError);
      expect(() => readArguments(args)).toThrow("npm run doctor -- [options]");
    },
  );
});

/** Opens it with 1.00 USD. Notes the transfers from now on. */
async function openAccount(world: World) {
  const account = crypto.randomUUID();
  const { ledger } = world;
  const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
  const call = (path: string, json?: object) =>
    ledger(
      new Request(`https://ledger.shop.test${path}`, {
        method: json === undefined ? "GET" : "POST",
        headers,
        ...(json && { body: JSON.stringify(json) }),
      }),
    );
  await call("/v1/accounts", { account_id: account, currency: "USD", opening_balance: "1.00" });
  const transfers: { transaction_type: string; amount: string }[] = [];
  world.ledger = async (request) => {
    if (request.method === "POST") transfers.push(await request.clone().json());
    return await ledger(request);
  };
  const balance = async () => {
    const shown = await (await call(`/v1/accounts/${account}`)).json();
    return (shown as { balances: object[] }).balances;
  };
  return { account, transfers, balance };
}
