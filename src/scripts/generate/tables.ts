// Writes .github/reference/tables.md: every table, with the comment that stands above it in its schema.
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import cells from "../../core/db/drizzle.cells.config.ts";
import home from "../../core/db/drizzle.config.ts";
import ledger from "../../core/ledger/drizzle.config.ts";
import { writeGenerated } from "./generated-file.ts";

const DATABASES = {
  "D1, the home of accounts and payments": home,
  "A cell, a further database for payments": cells,
  "The ledger's own Worker": ledger,
};
const TABLE = /(?:\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\n)?export const \w+ = sqliteTable\(\s*"(\w+)"/g;

const MEANINGS = new Map(globSync("src/**/*schema*{/*.ts,.ts}").flatMap(meaningsIn));

const written = new Set<string>();
const sections: string[] = [];
for (const [name, { schema, out }] of Object.entries(DATABASES)) {
  const modules = await Promise.all(
    globSync(schema ?? []).map((path): Promise<object> => import(resolve(path))),
  );
  const tables = modules.flatMap(Object.values).filter((value) => is(value, SQLiteTable));
  const rows = tables.map(rowOf).sort();
  const own = rows.filter((row) => !written.has(row));
  const repeated = rows.filter((row) => written.has(row)).map((row) => row.split(" ")[1]);
  for (const row of own) written.add(row);
  sections.push(`## ${name}

Made by \`${out?.replace("./", "")}/\`.${repeated.length > 0 ? ` It has these tables of D1 as well: ${repeated.join(", ")}.` : ""}

| Table | Holds | Columns | Indexes |
| --- | --- | --- | --- |
${own.join("\n")}
`);
}
writeGenerated(
  ".github/reference/tables.md",
  `# Tables\n\nWritten by \`npm run generate\` from the schemas. A column in bold is in the primary key.\n\n${sections.join("\n")}`,
);

function meaningsIn(path: string): [string, string][] {
  return Array.from(readFileSync(path, "utf8").matchAll(TABLE), ([, comment, table = ""]) => {
    if (comment === undefined) throw new Error(`${path} does not say in a comment what ${table} holds`);
    return [table, comment.replaceAll(/\s*\n \*\s*/g, " ").trim()];
  });
}

function rowOf(table: SQLiteTable): string {
  const { name, columns, indexes, primaryKeys } = getTableConfig(table);
  const keys = new Set(primaryKeys.flatMap((key) => key.columns));
  const named = columns.map((column) =>
    column.primary || keys.has(column) ? `**${column.name}**` : column.name,
  );
  const meaning = MEANINGS.get(name);
  if (meaning === undefined) throw new Error(`no schema file that is read declares ${name}`);
  return `| \`${name}\` | ${meaning} | ${named.join(", ")} | ${indexes.map(({ config }) => config.name).join(", ")} |`;
}
