import type { Deployable } from "./settings.ts";

const DATABASES = {
  sandbox: "[[d1_databases]]",
  live: "[[env.live.d1_databases]]",
  ledger: "[[d1_databases]]",
};

/** The text of the configuration with this id for the environment's database. Throws when it has no place for one. */
export function withDatabaseId(toml: string, environment: Deployable, id: string): string {
  const lines = toml.split("\n");
  const section = lines.indexOf(DATABASES[environment]);
  const line = lines.findIndex((text, at) => at > section && text.startsWith("database_id ="));
  const next = lines.findIndex((text, at) => at > section && text.startsWith("["));
  if (section < 0 || line < 0 || (next >= 0 && line > next))
    throw new Error(`there is no database_id under ${DATABASES[environment]}`);
  lines[line] = `database_id = "${id}"`;
  return lines.join("\n");
}
