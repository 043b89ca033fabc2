// Which statements of a migration the release before could not live with. Migrations run before the code that needs
// them, so for some minutes, or after a rollback, older code works on the new tables.

/** Null for a statement that only expands; else what it does. `tables` are those that the same migration creates. */
export function contraction(statement: string, tables: ReadonlySet<string>): string | null {
  const sql = withoutComments(statement).replace(/\s+/g, " ").trim();
  if (sql === "" || /^CREATE TABLE /i.test(sql)) return null;
  const index = /^CREATE (UNIQUE )?INDEX \S+ ON (\S+)/i.exec(sql);
  if (index !== null) {
    const isOnNewTable = tables.has(unquoted(index[2] ?? ""));
    return index[1] === undefined || isOnNewTable ? null : "requires what older code may not write";
  }
  if (writesOnly(sql, tables)) return null;
  const column = /^ALTER TABLE \S+ ADD (?:COLUMN )?\S+ (.*?);?$/i.exec(sql)?.[1];
  if (column === undefined) return "is neither a new table, a new index nor a new column";
  if (/\b(UNIQUE|PRIMARY KEY|CHECK|REFERENCES)\b/i.test(column))
    return "requires what older code may not write";
  return /\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b/i.test(column)
    ? "adds a column that older code does not fill"
    : null;
}

/** Fills new tables, at once or by triggers that cannot make older code's writes fail. */
function writesOnly(sql: string, tables: ReadonlySet<string>): boolean {
  const body = /^CREATE TRIGGER \S+ AFTER .*? BEGIN (.*) END;?$/i.exec(sql)?.[1] ?? sql;
  const statements = body.split(";").filter((statement) => statement.trim() !== "");
  const isTrigger = body !== sql;
  return statements.every((statement) => {
    const written = /^\s*(INSERT INTO|UPDATE) (\S+)/i.exec(statement);
    return written !== null && (isTrigger || /^I/i.test(statement)) && tables.has(unquoted(written[2] ?? ""));
  });
}

export function createdTables(statements: readonly string[]): Set<string> {
  const names = statements.map(
    (sql) => /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(withoutComments(sql))?.[1],
  );
  return new Set(names.filter((name) => name !== undefined).map(unquoted));
}

function withoutComments(sql: string): string {
  return sql
    .replace(/--.*$/gm, "")
    .replace(/\/\*.*?\*\//gs, "")
    .trim();
}

function unquoted(name: string): string {
  return name.replace(/[`"[\]()]/g, "");
}
