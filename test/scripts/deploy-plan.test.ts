// What a deployment would do, given what the account has. Runs in Node.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import type { Found } from "#scripts/deploy/account.ts";
import { withGivenPlace, withSetting } from "#scripts/deploy/place.ts";
import { NOTHING_FOUND, planDeployment } from "#scripts/deploy/plan.ts";
import { faultOf, openSettings, readSettings, type Settings } from "#scripts/deploy/settings.ts";
import type { Environment } from "#scripts/prepare.ts";
import { secretsOf } from "#scripts/secrets.ts";
import { meaningOf } from "#scripts/variable-texts.ts";

const ID = "9f1c0a52-7a35-4a0e-9d3b-0f6f1f5b2c11";
const ENVIRONMENTS = ["sandbox", "live"] as const;

const withId = (settings: Settings, id: string | null): Settings => ({
  ...settings,
  database: { ...settings.database, id },
});

function everythingFor({ database, queues, vars }: Settings): Found {
  const databases = [{ name: database.name, uuid: ID }];
  return { databases, queues, secrets: secretsOf(vars).map(({ name }) => name) };
}

/** Both queues of webhooks share theirs. */
function deadLettersOf(queue: string, environment: Environment): string {
  const suffix = environment === "live" ? "-live" : "";
  const name = queue.replace(/-live$/, "");
  return `${name === "webhook-retries" ? "webhooks" : name}-dead${suffix}`;
}

const linesOf = (settings: Settings, found: Found, kept: string[] = []) =>
  planDeployment(settings, found, kept).flatMap(({ says }) => says);

const ASK =
  "ask where the data is to be: LOCATION (wnam, enam, weur, eeur, apac, oc) or JURISDICTION (eu, us, fedramp)";
const MIGRATE = "apply the migrations that the database does not have";
const DEPLOY = "deploy the Worker";

describe.each(ENVIRONMENTS)("a deployment of %s", (environment) => {
  const settings = readSettings(environment);
  const everything = everythingFor(settings);

  it("creates everything in an empty account, then migrates and deploys", () => {
    const { name } = settings.database;
    expect(linesOf(settings, NOTHING_FOUND)).toEqual([
      ASK,
      `create the D1 database ${name} there`,
      `write the id of ${name} into wrangler.toml`,
      ...settings.queues.map((queue) => `create the queue ${queue}`),
      ...secretsOf(settings.vars).map((secret) =>
        secret.from === "made"
          ? `make the secret ${secret.name}`
          : `ask for the secret ${secret.name}: ${meaningOf(secret.name)}`,
      ),
      MIGRATE,
      DEPLOY,
    ]);
  });

  it("has a dead-letter queue for every queue", () => {
    const dead = settings.queues.filter((name) => name.includes("-dead"));
    const sentTo = settings.queues.filter((name) => !name.includes("-dead"));
    expect(dead.toSorted()).toEqual(
      [...new Set(sentTo.map((name) => deadLettersOf(name, environment)))].toSorted(),
    );
  });

  it("only migrates and deploys where nothing is missing", () => {
    expect(linesOf(withId(settings, ID), everything)).toEqual([MIGRATE, DEPLOY]);
  });

  it("creates only what is missing", () => {
    const found = {
      ...everything,
      queues: settings.queues.slice(1),
      secrets: everything.secrets.slice(0, -1),
    };
    expect(linesOf(withId(settings, ID), found)).toEqual([
      `create the queue ${settings.queues[0]}`,
      expect.stringContaining(`the secret ${everything.secrets.at(-1)}`),
      MIGRATE,
      DEPLOY,
    ]);
  });

  it("makes no new keys for a database that may have data", () => {
    const check = "check that the database has no data under another MASTER_KEY or IDEMPOTENCY_KEY_SECRET";
    const found = { ...everything, secrets: [] };
    expect(linesOf(withId(settings, ID), found)[0]).toBe(check);
    const kept = ["MASTER_KEY", "IDEMPOTENCY_KEY_SECRET"];
    expect(linesOf(withId(settings, ID), found, kept)).not.toContain(check);
  });

  it("stops when the account has not the database of wrangler.toml", () => {
    const other = { ...everything, databases: [{ name: settings.database.name, uuid: "another" }] };
    for (const found of [NOTHING_FOUND, other])
      expect(() => planDeployment(withId(settings, ID), found)).toThrow("is it the right account?");
  });
});

describe("where the data is", () => {
  const settings = readSettings("live");
  const given = (variables: Record<string, string>) => withGivenPlace(settings, variables);

  it.each([
    [{ LOCATION: "sam" }, "LOCATION must be wnam or enam or weur or eeur or apac or oc."],
    [{ JURISDICTION: "de" }, "JURISDICTION must be eu or us or fedramp."],
    [{ LOCATION: "weur", JURISDICTION: "eu" }, "LOCATION and JURISDICTION are both set: keep one."],
  ])("is refused as %o, of the ledger as well", (variables, fault) => {
    expect(faultOf(given(variables))).toBe(fault);
    expect(faultOf(withGivenPlace(readSettings("ledger"), variables))).toBe(fault);
  });

  it("is not given otherwise than wrangler.toml has it", () => {
    const noted = given({ LOCATION: "weur" });
    expect(() => withGivenPlace(noted, { LOCATION: "oc" })).toThrow(
      "LOCATION is oc here, and weur in wrangler.toml: keep one.",
    );
    expect(faultOf(withGivenPlace(noted, { JURISDICTION: "eu" }))).toContain("are both set");
  });
});

describe("a deployment of the ledger", () => {
  const settings = readSettings("ledger");
  const database = "merchant-payments-ledger";
  const secrets = ["LEDGER_TOKEN", "LEDGER_EVENTS_SECRET"];

  it("creates its database and secrets in an empty account, then migrates and deploys", () => {
    expect(linesOf(settings, NOTHING_FOUND)).toEqual([
      ASK,
      `create the D1 database ${database} there`,
      `write the id of ${database} into wrangler.ledger.toml`,
      ...secrets.map((name) => `make the secret ${name}`),
      MIGRATE,
      DEPLOY,
    ]);
    const found = { databases: [{ name: database, uuid: ID }], queues: [], secrets };
    expect(linesOf(withId(settings, ID), found)).toEqual([MIGRATE, DEPLOY]);
  });

  it("makes no tables of the service: its migrations are its own", () => {
    expect(readWranglerConfig({ config: settings.config }).d1_databases).toMatchObject([
      { binding: "DB", migrations_dir: "migrations/ledger" },
    ]);
  });
});

describe("a live service to which the ledger is bound", () => {
  const live = readSettings("live");
  const bound = { ...live, isLedgerBound: true, vars: { ...live.vars, LEDGER_URL: "" } };

  it("needs no address of it, but its token and secret", () => {
    expect(faultOf(bound)).toBeNull();
    expect(linesOf(bound, NOTHING_FOUND)).toEqual(
      expect.arrayContaining([
        "ask for the secret LEDGER_TOKEN: the bearer token that the ledger accepts",
        "ask for the secret LEDGER_EVENTS_SECRET: the whsec_… with which the ledger signs its events",
      ]),
    );
  });

  it("gets the ledger's in place of those that it has from another, if they are still here", () => {
    const made = ["LEDGER_TOKEN", "LEDGER_EVENTS_SECRET"];
    const asked = (settings: Settings, ofLedger: string[]) =>
      planDeployment(withId(settings, ID), everythingFor(live), [], ofLedger)
        .flatMap(({ says }) => says)
        .filter((line) => line.startsWith("ask for"));
    expect(asked(bound, made)).toEqual(
      made.map((name) => expect.stringContaining(`ask for the secret ${name}: `)),
    );
    expect(asked(bound, [])).toEqual([]);
    expect(asked(live, made)).toEqual([]);
  });

  it("may have no address of a ledger as well", () => {
    const fault = "LEDGER_URL and the binding LEDGER are both set: keep one.";
    expect(faultOf({ ...live, isLedgerBound: true })).toBe(fault);
  });
});

describe("wrangler.toml", () => {
  it.each(ENVIRONMENTS)("is a valid configuration of %s, but for the secrets", (environment) => {
    const settings = readSettings(environment);
    expect(faultOf(settings)).toBeNull();
    expect(faultOf({ ...settings, vars: { ...settings.vars, RATE_LIMITS: "of" } })).toBe(
      "RATE_LIMITS must be on or off.",
    );
  });

  it("is a valid configuration of the ledger, which needs nothing to be set", () => {
    const settings = readSettings("ledger");
    expect(openSettings(settings)).toEqual([]);
    expect(faultOf(settings)).toBeNull();
    const vars = { ...settings.vars, SETTLES_REFUNDS: "later" };
    expect(faultOf({ ...settings, vars })).toBe("REPORT_URL is required where SETTLES_REFUNDS is later.");
  });

  it("names what is left to set", () => {
    expect(openSettings(readSettings("sandbox"))).toEqual([
      "PUBLIC_URL is this machine's: set it to the address that the service will have.",
    ]);
    const live = readSettings("live");
    const examples = ["PUBLIC_URL", "AUTH_URL", "LEDGER_URL"].map(
      (name) => `${name} is still the example: set it.`,
    );
    expect(openSettings(live)).toEqual(examples);
    const vars = { ...live.vars, PUBLIC_URL: "https://pay.shop.test" };
    expect(openSettings({ ...live, vars })).toContain(
      "The routes do not name pay.shop.test, the host of PUBLIC_URL.",
    );
  });

  it.each(ENVIRONMENTS)("gets the id of the database of %s, and no other change", (environment) => {
    const toml = readFileSync("wrangler.toml", "utf8");
    const section = environment === "live" ? "[[env.live.d1_databases]]" : "[[d1_databases]]";
    const changed = withSetting(toml, section, "database_id", ID);
    expect(changed.split("\n").filter((line) => line.includes(ID))).toEqual([`database_id = "${ID}"`]);
    expect(changed.split("[env.live]")[environment === "live" ? 1 : 0]).toContain(ID);
    expect(changed.replace(ID, "00000000-0000-0000-0000-000000000000")).toBe(toml);
  });
});

describe("secrets", () => {
  const namesOf = (vars: Record<string, string>, from: string) =>
    secretsOf(vars).flatMap((secret) => (secret.from === from ? [secret.name] : []));

  it("are all made where everything is embedded", () => {
    expect(namesOf({ AUTH_URL: "", LEDGER_URL: "" }, "asked")).toEqual([]);
  });

  it("of other parties are asked for", () => {
    const vars = {
      AUTH_URL: "https://a.test",
      LEDGER_URL: "https://l.test",
      WALLET_EVENTS_URL: "https://w.test",
    };
    expect(namesOf(vars, "made")).toEqual(["MASTER_KEY", "IDEMPOTENCY_KEY_SECRET", "WALLET_ID_SECRET"]);
    expect(namesOf(vars, "asked")).toEqual([
      ...["AUTH_ADMIN_CLIENT_ID", "AUTH_ADMIN_CLIENT_SECRET", "LEDGER_TOKEN", "LEDGER_EVENTS_SECRET"],
      "WALLET_EVENTS_SECRET",
    ]);
  });
});
