// `npm run deploy`, with an account that is played: what it makes, that it can be interrupted anywhere, and that no secret
// is seen. Runs in Node.
import { once } from "node:events";
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { findSecret, MadeSecrets } from "#scripts/deploy/made-secrets.ts";
import { readSettings } from "#scripts/deploy/settings.ts";
import { ASKED, deployTo, ENVIRONMENTS, useDeploymentFolder, withoutExamples } from "./deployment-folder.ts";
import { DATABASE_ID, FakeCloudflare } from "./fake-cloudflare.ts";
import { copyProject } from "./project-copy.ts";

const project = process.cwd();
useDeploymentFolder();

describe.each(ENVIRONMENTS)("npm run deploy -- %s", (environment) => {
  it("brings an empty account to a service that is deployed, and does it once", async () => {
    const cloudflare = new FakeCloudflare();
    await deployTo(cloudflare, environment);
    const { database, queues } = readSettings(environment);
    expect(database.id).toBe(DATABASE_ID);
    expect(cloudflare).toMatchObject({ databases: [{ name: database.name }], queues, deployments: 1 });
    const made = { ...cloudflare.secrets };
    cloudflare.commands.length = 0;
    await deployTo(cloudflare, environment);
    expect(cloudflare.secrets).toEqual(made);
    expect(cloudflare.commands.filter((command) => / (create|bulk) ?/.test(command))).toEqual([]);
  });

  it("leaves a database alone that another release has migrated", async () => {
    const cloudflare = new FakeCloudflare();
    await deployTo(cloudflare, environment);
    cloudflare.migrations = ["0000_initial.sql", "0000_release_1.sql"];
    cloudflare.commands.length = 0;
    const { name } = readSettings(environment).database;
    await expect(deployTo(cloudflare, environment)).rejects.toThrow(
      `The database ${name} has 0000_initial.sql, which migrations/ lacks: deploy the release that has it, or, to begin anew, delete the database and its id in wrangler.toml.`,
    );
    expect(cloudflare).toMatchObject({
      deployments: 1,
      migrations: ["0000_initial.sql", "0000_release_1.sql"],
    });
    expect(cloudflare.commands.filter((command) => /^d1 (migrations|delete)/.test(command))).toEqual([]);
  });

  it("goes on where it has stopped, wherever that was", async () => {
    const whole = new FakeCloudflare();
    await deployTo(whole, environment);
    for (let failsAfter = 0; failsAfter < whole.commands.length; failsAfter++) {
      writeFileSync("wrangler.toml", readFileSync("wrangler.toml", "utf8").replaceAll(DATABASE_ID, "0"));
      rmSync(`.secrets.${environment}`);
      const cloudflare = new FakeCloudflare();
      cloudflare.failsAfter = failsAfter;
      await expect(deployTo(cloudflare, environment)).rejects.toThrow("no network");
      cloudflare.failsAfter = Number.POSITIVE_INFINITY;
      await deployTo(cloudflare, environment);
      const { databases, queues, deployments } = whole;
      expect(cloudflare).toMatchObject({ databases, queues, deployments });
      expect(Object.keys(cloudflare.secrets ?? {})).toEqual(Object.keys(whole.secrets ?? {}));
    }
  });

  it("shows no secret, neither in what it prints nor on a command line", async () => {
    const cloudflare = new FakeCloudflare();
    const seen = [await deployTo(cloudflare, environment), ...cloudflare.commands].join("\n");
    const { ADMIN_CLIENT_ID: _, AUTH_ADMIN_CLIENT_ID: __, ...secrets } = cloudflare.secrets ?? {};
    expect(Object.keys(secrets).length).toBeGreaterThan(4);
    for (const value of Object.values(secrets)) expect(seen).not.toContain(value);
  });

  it("keeps what it has made in a file for this user only", async () => {
    await deployTo(new FakeCloudflare(), environment);
    const file = `.secrets.${environment}`;
    expect(readFileSync(file, "utf8")).toContain("MASTER_KEY=");
    expect(readFileSync(file, "utf8")).not.toContain(ASKED.LEDGER_TOKEN);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("has the service examined once it is deployed, and fails if it is not well", async () => {
    const cloudflare = new FakeCloudflare();
    const isDeployed: boolean[] = [];
    const examine = async () => isDeployed.push(cloudflare.deployments === 1) > 1;
    await expect(deployTo(cloudflare, environment, examine)).rejects.toThrow("It is deployed, and");
    expect(isDeployed).toEqual([true]);
  });

  it.each([
    ["which has been in force", 0, "CELLS lacks 3: put it back."],
    ["which is to be", Date.now() + 60_000, "or delete it from the table lasting_settings"],
  ])("does not take away an entry of CELLS %s", async (_, since, fault) => {
    const cloudflare = new FakeCloudflare();
    cloudflare.lastingSettings = [{ entry: "3", since }];
    await expect(deployTo(cloudflare, environment)).rejects.toThrow(fault);
    expect(cloudflare.deployments).toBe(0);
  });

  it("has a new entry of CELLS begin when Workers of the deployment before are gone", async () => {
    const since = Date.now() + 9 * 60_000;
    const entry = `3@${new Date(since).toISOString().replace(/\.\d+/, "")}`;
    writeFileSync(
      "wrangler.toml",
      readFileSync("wrangler.toml", "utf8").replaceAll('CELLS = ""', `CELLS = "${entry}"`),
    );
    const cloudflare = new FakeCloudflare();
    await expect(deployTo(cloudflare, environment)).rejects.toThrow("at least ten minutes after");
    expect(cloudflare.deployments).toBe(0);
    cloudflare.lastingSettings = [{ entry, since }];
    await deployTo(cloudflare, environment);
    expect(cloudflare.deployments).toBe(1);
  });

  it("makes no new keys for data that has others", async () => {
    const cloudflare = new FakeCloudflare();
    await deployTo(cloudflare, environment);
    cloudflare.secrets = null;
    rmSync(`.secrets.${environment}`);
    await expect(deployTo(cloudflare, environment)).rejects.toThrow(
      "has no MASTER_KEY and no IDEMPOTENCY_KEY_SECRET",
    );
    expect(cloudflare.secrets).toBeNull();
  });
});

describe("npm run deploy -- ledger", () => {
  it("brings an empty account to a ledger that is deployed, and goes on where it has stopped", async () => {
    const cloudflare = new FakeCloudflare();
    cloudflare.failsAfter = 6;
    await expect(deployTo(cloudflare, "ledger")).rejects.toThrow("no network");
    cloudflare.failsAfter = Number.POSITIVE_INFINITY;
    await deployTo(cloudflare, "ledger");
    expect(readSettings("ledger").database.id).toBe(DATABASE_ID);
    expect(cloudflare).toMatchObject({ queues: [], deployments: 1 });
    expect(cloudflare.secrets).toEqual(new MadeSecrets("ledger").values);
    const ofTheLedger = cloudflare.commands.filter((command) => /^(d1 m|secret|deploy)/.test(command));
    for (const command of ofTheLedger) expect(command).toMatch(/--config wrangler\.ledger\.toml/);
  });
});

describe("npm run deploy -- live with the ledger bound", () => {
  const token = { name: "LEDGER_TOKEN", from: "asked" } as const;

  it("takes it in place of what it has from another ledger", async () => {
    const cloudflare = new FakeCloudflare();
    await deployTo(cloudflare, "live");
    const ledger = new MadeSecrets("ledger");
    const made = (["LEDGER_TOKEN", "LEDGER_EVENTS_SECRET"] as const).map((name) => [name, ledger.make(name)]);
    const toml = readFileSync("wrangler.toml", "utf8")
      .replace('LEDGER_URL = "https://ledger.shop.test"', 'LEDGER_URL = ""')
      .replace(/# (\[\[env\.live\.services\]\])\n# (.*)\n# (.*)/, "$1\n$2\n$3");
    writeFileSync("wrangler.toml", toml);
    const settings = readSettings("live");
    expect(settings.isLedgerBound).toBe(true);
    await deployTo(cloudflare, "live", undefined, (secret) => findSecret(secret, settings));
    expect(cloudflare.secrets).toMatchObject(Object.fromEntries(made));
  });

  it("takes it for no other ledger", async () => {
    new MadeSecrets("ledger").make("LEDGER_TOKEN");
    await expect(findSecret(token, readSettings("live"))).rejects.toThrow("LEDGER_TOKEN is missing");
  });
});

describe("npm run deploy", () => {
  it("deploys nothing while wrangler.toml has examples", async () => {
    cpSync(join(project, "wrangler.toml"), "wrangler.toml");
    const cloudflare = new FakeCloudflare();
    await expect(deployTo(cloudflare, "live")).rejects.toThrow("AUTH_URL is still the example: set it.");
    expect(cloudflare.commands).toEqual([]);
  });

  it("refuses a malformed secret, and uploads none", async () => {
    const cloudflare = new FakeCloudflare();
    const { LEDGER_EVENTS_SECRET = "" } = ASKED;
    ASKED.LEDGER_EVENTS_SECRET = "not-a-whsec";
    await expect(deployTo(cloudflare, "live")).rejects.toThrow(
      "LEDGER_EVENTS_SECRET must be whsec_ and base64.",
    );
    ASKED.LEDGER_EVENTS_SECRET = LEDGER_EVENTS_SECRET;
    expect(cloudflare.secrets).toBeNull();
  });
});

describe("npm run deploy -- --dry-run", () => {
  it.each([
    { environment: "sandbox", status: 0, failure: "" },
    {
      environment: "live",
      status: 1,
      failure: `Correct wrangler.toml first:
PUBLIC_URL is still the example: set it.
AUTH_URL is still the example: set it.
LEDGER_URL is still the example: set it.
`,
    },
  ] as const)(
    "prints the plan of $environment and makes the bundle, without an account, and exits with $status",
    async ({ environment, status, failure }) => {
      process.chdir(project);
      const copy = copyProject("deploy");
      const file = join(copy.directory, "wrangler.toml");
      if (status === 0) writeFileSync(file, withoutExamples(readFileSync(file, "utf8")));
      const child = copy.npmRun(`deploy -- ${environment} --dry-run`, {
        CLOUDFLARE_API_TOKEN: "",
        JURISDICTION: "eu",
      });
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error("its output is not piped");
      const [[exited], printed, said] = await Promise.all([once(child, "close"), text(stdout), text(stderr)]);
      expect({ exited, said }).toEqual({ exited: status, said: expect.stringContaining(failure) });
      for (const queue of readSettings(environment).queues)
        expect(printed).toContain(`create the queue ${queue} with JURISDICTION=eu\n`);
      expect(printed).toMatch(/Total Upload: .* gzip: /);
      expect(existsSync(resolve(copy.directory, `.secrets.${environment}`))).toBe(false);
      copy.remove();
    },
  );
});
