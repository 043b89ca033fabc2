// What wrangler.toml says about an environment, and what has to be corrected before it is deployed.
import { unstable_readConfig as readWranglerConfig, type Unstable_Config as WranglerConfig } from "wrangler";
import { ConfigError } from "../../core/config.ts";
import { type LedgerEnv, readLedgerConfig } from "../../core/ledger/config.ts";
import { readDataLocation } from "../../core/lib/data-location.ts";
import { isLoopback } from "../../core/lib/loopback.ts";
import { readConfig } from "../../main/read-config.ts";
import type { Environment } from "../prepare.ts";
import { LEDGER_SECRETS, makeSecret, type Secret, secretsOf } from "../secrets.ts";
import { databaseIdOf, exampleAddresses, hostOf, isLedgerBound, routedHosts } from "../wrangler-facts.ts";

export type Deployable = Environment | "ledger";

export interface Settings {
  environment: Deployable;
  config: string;
  worker: string;
  /** The id is null before the first deployment. */
  database: { name: string; id: string | null; migrations: string };
  /** Queues that are sent to, and those that take what could not be consumed. */
  queues: string[];
  vars: Record<string, string>;
  isLedgerBound: boolean;
  hosts: string[];
}

export function readSettings(environment: Deployable): Settings {
  const file = environment === "ledger" ? "wrangler.ledger.toml" : "wrangler.toml";
  const env = environment === "live" ? "live" : "";
  const config: WranglerConfig = readWranglerConfig({ config: file, env });
  const { name = "", d1_databases, queues, vars } = config;
  const database = d1_databases.find(({ binding }) => binding === "DB");
  // The ledger's place is the live service's.
  const { LOCATION, JURISDICTION } = environment === "ledger" ? readSettings("live").vars : vars;
  return {
    environment,
    config: file,
    worker: name,
    database: {
      name: database?.database_name ?? "",
      id: databaseIdOf(config),
      migrations: database?.migrations_dir ?? "",
    },
    queues: queueNames(queues),
    vars: { ...vars, LOCATION, JURISDICTION } as Record<string, string>,
    isLedgerBound: isLedgerBound(config),
    hosts: routedHosts(config),
  };
}

function queueNames({ producers = [], consumers = [] }: WranglerConfig["queues"]): string[] {
  const sentTo = producers.map(({ queue }) => queue);
  const read = consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]);
  return [...new Set([...sentTo, ...read].filter((queue) => queue !== undefined))];
}

export function secretsFor({ environment, vars, isLedgerBound }: Settings): readonly Secret[] {
  return environment === "ledger" ? LEDGER_SECRETS : secretsOf(vars, isLedgerBound);
}

/** Returns null when the Worker would start with these variables, given valid secrets; `given` are checked as well. */
export function faultOf(settings: Settings, given: Record<string, string> = {}): string | null {
  const secrets = secretsFor(settings).map(({ name }) => [name, makeSecret(name)]);
  const variables = { ...settings.vars, ...Object.fromEntries(secrets), ...given };
  const bound = settings.isLedgerBound ? { LEDGER: {} } : {};
  try {
    if (settings.environment === "ledger") readLedgerConfig(variables as unknown as LedgerEnv);
    else readConfig({ ...variables, ...bound } as unknown as Env);
    readDataLocation(variables);
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return `${error.message}.`;
  }
}

/** What wrangler.toml still has from the repository, or contradicts itself in. */
export function openSettings({ environment, vars, hosts }: Settings): string[] {
  const publicHost = hostOf(vars.PUBLIC_URL);
  return [
    ...(isLoopback(vars.PUBLIC_URL ?? "")
      ? ["PUBLIC_URL is this machine's: set it to the address that the service will have."]
      : []),
    ...exampleAddresses(vars).map((name) => `${name} is still the example: set it.`),
    ...(environment === "live" && !hosts.includes(publicHost)
      ? [`The routes do not name ${publicHost}, the host of PUBLIC_URL.`]
      : []),
  ];
}
