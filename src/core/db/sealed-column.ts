import { count, inArray, isNotNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import { chunksForParameter } from "#core/lib/chunks.ts";
import { KEY_ID_LENGTH, KEY_ID_POSITION } from "#core/lib/seal.ts";
import type { Database } from "./client.ts";

/** A column whose texts are sealed. `purposeOf` takes the last part of the row's primary key. */
export function sealedColumn(
  db: Database,
  column: SQLiteColumn,
  primaryKey: readonly SQLiteColumn[],
  purposeOf: (lastPart: string) => string,
): SealedValues {
  const { table } = column;
  const keyId = sql<string>`substr(${column}, ${sql.raw(`${KEY_ID_POSITION}, ${KEY_ID_LENGTH}`)})`;

  return {
    async countByKey() {
      const rows = await db
        .select({ keyId, values: count() })
        .from(table)
        .where(isNotNull(column))
        .groupBy(keyId);
      return new Map(rows.map((row) => [row.keyId, row.values]));
    },

    async list(keyIds, limit) {
      const rowKey = sql<string>`json_array(${sql.join([...primaryKey], sql`, `)})`;
      const rows = await db
        .select({ rowKey, sealed: sql<string>`${column}` })
        .from(table)
        .where(inArray(keyId, [...keyIds]))
        .limit(limit);
      return rows.map((row) => {
        const parts: string[] = JSON.parse(row.rowKey);
        return { rowKey: parts, purpose: purposeOf(parts.at(-1) ?? ""), sealed: row.sealed };
      });
    },

    async replace(replacements) {
      const name = sql.identifier(column.name);
      const keyParts = primaryKey.map(
        (part, index) => sql`${part} = change.value ->> ${`$.value.rowKey[${index}]`}`,
      );
      let replaced = 0;
      for (const chunk of chunksForParameter(replacements, ({ sealed }) => 2 * sealed.length)) {
        // D1's own number of changes has those of triggers as well.
        const rows = await db.all(sql`
          UPDATE ${table} SET ${name} = change.value ->> 'sealed' FROM json_each(${JSON.stringify(chunk)}) change
          WHERE ${sql.join(keyParts, sql` AND `)} AND ${column} = change.value ->> '$.value.sealed'
          RETURNING 1`);
        replaced += rows.length;
      }
      return replaced;
    },
  };
}
