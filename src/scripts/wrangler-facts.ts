// What wrangler.toml says of an environment, as the deployment and the doctor read it.
import type { Unstable_Config as WranglerConfig } from "wrangler";
import type { LocalDatabase } from "./local-database.ts";

const NO_ID = /^[0-]*$/;
const EXAMPLE_HOST = /(^|\.)example\.(com|net|org)$/;
const ADDRESSES = ["PUBLIC_URL", "AUTH_URL", "LEDGER_URL"];

/** Returns null before the first deployment. */
export function databaseIdOf({ d1_databases }: Pick<WranglerConfig, "d1_databases">): string | null {
  const { database_id = "" } = d1_databases.find(({ binding }) => binding === "DB") ?? {};
  return NO_ID.test(database_id) ? null : database_id;
}

/** The database of a service on this machine. */
export function localDatabaseOf({ d1_databases }: Pick<WranglerConfig, "d1_databases">): LocalDatabase {
  const database = d1_databases.find(({ binding }) => binding === "DB");
  const {
    database_id = "",
    preview_database_id = database_id,
    migrations_dir = "migrations",
  } = database ?? {};
  return { id: preview_database_id, migrations: migrations_dir };
}

/** Whether the ledger's Worker is bound, instead of a LEDGER_URL. */
export function isLedgerBound({ services = [] }: Pick<WranglerConfig, "services">): boolean {
  return services.some(({ binding }) => binding === "LEDGER");
}

/** The variables and the bindings that the service reads as it starts; a binding is an empty object here. */
export function startedWith(config: WranglerConfig, variables: Readonly<Record<string, unknown>>): Env {
  return { ...variables, ...(isLedgerBound(config) && { LEDGER: {} }) } as unknown as Env;
}

export function routedHosts({ routes = [] }: Pick<WranglerConfig, "routes">): string[] {
  const patterns = routes.map((route) => (typeof route === "string" ? route : route.pattern));
  return patterns.map((pattern) => pattern.replace(/^https?:\/\/|[:/].*$/g, ""));
}

export function exampleAddresses(variables: Readonly<Record<string, string | undefined>>): string[] {
  return ADDRESSES.filter((name) => EXAMPLE_HOST.test(hostOf(variables[name])));
}

/** Empty for what is no address. */
export function hostOf(url = ""): string {
  return URL.parse(url)?.hostname ?? "";
}
