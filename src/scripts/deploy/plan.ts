// What a deployment has to do, given what the account has. Every step can be repeated.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJurisdiction } from "../../core/lib/data-location.ts";
import { ScriptError } from "../run.ts";
import { KEYS_OF_THE_DATA, type Secret } from "../secrets.ts";
import { meaningOf } from "../variable-texts.ts";
import type { Account, Found, LastingSetting } from "./account.ts";
import type { MadeSecrets } from "./made-secrets.ts";
import { PLACE_CHOICES, type Place, placeIn, withSetting } from "./place.ts";
import { faultOf, type Settings, secretsFor } from "./settings.ts";

export interface Tools {
  settings: Settings;
  account: Account;
  made: MadeSecrets;
  ask(secret: Secret): Promise<string>;
  askPlace(): Promise<Place>;
  /** Whether the service that was deployed is well; `known` are the secrets that this folder has. */
  examine(known: Record<string, string>): Promise<boolean>;
  print(line: string): void;
}

export interface Step {
  /** A line for each thing that it does. */
  says: string[];
  run(tools: Tools): Promise<void>;
}

export const NOTHING_FOUND: Found = { databases: [], queues: [], secrets: [] };

/**
 * `kept`: the names of the secrets that an interrupted deployment has made and this folder still has. `ofLedger`: of those that
 * the ledger's has made, which a service that it is bound to takes in place of another ledger's.
 */
export function planDeployment(
  settings: Settings,
  found: Found,
  kept: readonly string[] = [],
  ofLedger: readonly string[] = [],
): Step[] {
  const { database, queues, config } = settings;
  const existing = found.databases.find(({ name }) => name === database.name);
  if (database.id !== null && existing?.uuid !== database.id)
    throw new ScriptError(
      `The account has no database ${database.name} with the database_id in ${config}: is it the right account?`,
    );
  if (existing !== undefined) requireJurisdiction(settings, existing);
  const place = placeIn(settings.vars);
  const replaced = settings.isLedgerBound ? ofLedger : [];
  const secrets = secretsFor(settings).filter(
    ({ name }) => !found.secrets.includes(name) || replaced.includes(name),
  );
  // New ones would open nothing that is stored.
  const newKeys = secrets
    .map(({ name }) => name)
    .filter((name) => KEYS_OF_THE_DATA.includes(name) && !kept.includes(name));
  const missingQueues = queues.filter((name) => !found.queues.includes(name));
  return [
    ...(existing === undefined ? [createDatabase(database.name, place)] : []),
    ...(database.id === null ? [noteDatabaseId(settings)] : []),
    ...(existing !== undefined && newKeys.length > 0 ? [requireEmptyDatabase(settings, newKeys)] : []),
    ...missingQueues.map((name) => createQueue(name, place)),
    ...(secrets.length > 0 ? [putSecrets(settings, secrets)] : []),
    MIGRATE,
    DEPLOY,
  ];
}

/** The database keeps its own for good, and the objects' has to be the same. */
function requireJurisdiction(
  { database, vars }: Settings,
  { jurisdiction }: Found["databases"][number],
): void {
  const [own, wanted] = [jurisdiction || "empty", vars.JURISDICTION || "empty"];
  if (jurisdiction === undefined || own === wanted) return;
  throw new ScriptError(
    `JURISDICTION is ${wanted}, and the database ${database.name} was made with ${own}, for good: put that back.`,
  );
}

/** A place is null in a rehearsal alone. */
const createDatabase = (name: string, place: Place | null): Step => ({
  says:
    place === null
      ? [`ask where the data is to be: ${PLACE_CHOICES}`, `create the D1 database ${name} there`]
      : [`create the D1 database ${name} with ${place.variable}=${place.value}`],
  run: ({ account }) => account.createDatabase(name, place),
});

const DATABASES = {
  sandbox: "[[d1_databases]]",
  live: "[[env.live.d1_databases]]",
  ledger: "[[d1_databases]]",
};

const noteDatabaseId = ({ environment, config, database: { name } }: Settings): Step => ({
  says: [`write the id of ${name} into ${config}`],
  run: async ({ account }) => {
    const found = (await account.databases()).find((database) => database.name === name);
    if (found === undefined) throw new Error(`the database ${name} has been created, and is not listed`);
    const toml = readFileSync(config, "utf8");
    writeFileSync(config, withSetting(toml, DATABASES[environment], "database_id", found.uuid));
  },
});

const requireEmptyDatabase = ({ database, worker }: Settings, keys: readonly string[]): Step => ({
  says: [`check that the database has no data under another ${keys.join(" or ")}`],
  run: async ({ account }) => {
    if (!(await account.hasTables())) return;
    throw new ScriptError(
      `The database ${database.name} has data, and the Worker ${worker} has no ${keys.join(" and no ")}: ` +
        "put back what the data was written with, by `npx wrangler secret put`.",
    );
  },
});

/** One has a jurisdiction, and no location. */
const createQueue = (name: string, place: Place | null): Step => {
  const jurisdiction = place?.variable === "JURISDICTION" ? place.value : null;
  return {
    says: [`create the queue ${name}${jurisdiction === null ? "" : ` with JURISDICTION=${jurisdiction}`}`],
    run: ({ account }) => account.createQueue(name, jurisdiction),
  };
};

const putSecrets = (settings: Settings, secrets: readonly Secret[]): Step => ({
  says: secrets.map(({ name, from }) =>
    from === "made" ? `make the secret ${name}` : `ask for the secret ${name}: ${meaningOf(name)}`,
  ),
  run: async ({ account, made, ask }) => {
    const values: Record<string, string> = {};
    for (const secret of secrets)
      values[secret.name] = secret.from === "made" ? made.make(secret.name) : await ask(secret);
    const fault = faultOf(settings, values);
    if (fault !== null) throw new ScriptError(fault);
    await account.putSecrets(values);
  },
});

const MIGRATE: Step = {
  says: ["apply the migrations that the database does not have"],
  run: async ({ settings, account }) => {
    requireMigrations(settings, await account.migrations());
    await account.migrate();
  },
};

/** The tables of another release are not those that this one's statements are for. */
function requireMigrations({ config, database: { name, migrations } }: Settings, applied: string[]): void {
  const strange = applied.filter((file) => !existsSync(join(migrations, file)));
  if (strange.length === 0) return;
  throw new ScriptError(
    `The database ${name} has ${strange.join(", ")}, which ${migrations}/ lacks: deploy the release that has it, or, to begin anew, delete the database and its id in ${config}.`,
  );
}

const DEPLOY: Step = {
  says: ["deploy the Worker"],
  run: async ({ settings, account, print }) => {
    if (settings.environment !== "ledger") requireSettings(settings.vars, await account.lastingSettings());
    print(await account.deploy());
  },
};

/** Within them, requests still meet Workers of the deployment before. */
const CELLS_LEAD_MS = 10 * 60_000;

/** Without an entry that is known, payments would not be found; nor by the deployment before, with one that begins too soon. */
function requireSettings(
  { CELLS = "", JURISDICTION = "" }: Settings["vars"],
  noted: readonly LastingSetting[],
  now = Date.now(),
): void {
  const entries = CELLS.split(",");
  const known = noted.filter(({ entry }) => !isJurisdiction(entry));
  const [first = { entry: JURISDICTION }] = noted.filter((setting) => !known.includes(setting));
  if (first.entry !== JURISDICTION)
    throw new ScriptError(`JURISDICTION was ${first.entry} when the database was new: put it back.`);
  for (const { entry, since } of known) {
    if (entries.includes(entry)) continue;
    const withdraw = since > now ? ", or delete it from the table lasting_settings" : "";
    throw new ScriptError(`CELLS lacks ${entry}: put it back${withdraw}.`);
  }
  for (const entry of entries) {
    const [, time] = /@([^/]*)/.exec(entry) ?? [];
    const isNew = known.every((each) => each.entry !== entry);
    if (isNew && time !== undefined && Date.parse(time) < now + CELLS_LEAD_MS)
      throw new ScriptError(`CELLS has ${entry}: it must begin at least ten minutes after the deployment.`);
  }
}
