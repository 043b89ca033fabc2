// Texts that can be recognised wherever they are stored: searched for in every table and every object.

import type { Shard } from "#core/db/client.ts";
import { bodyOf } from "./intent-rows.ts";
import { stored } from "./objects.ts";
import { ALL_SHARDS } from "./seeds.ts";

/** Lower case, as emails are stored, and different in each test: those of a file share their storage. */
export function newMark(): string {
  return `zq7${crypto.randomUUID().slice(0, 8)}`;
}

type Row = Record<string, unknown>;

const TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_cf_%'";

/** Where any shard has one of these texts, as `table.column`, in any letter case; also in what is deflated. */
export async function columnsWith(
  texts: readonly string[],
  shards: readonly Shard[] = ALL_SHARDS,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { $client } of shards) {
    const read = async (sql: string) => (await $client.prepare(sql).all<Row>()).results;
    const rowsOf = (table: string) => read(`SELECT * FROM "${table}"`);
    for (const table of (await read(TABLES)).map(({ name }) => String(name))) {
      for (const row of await rowsOf(table)) {
        for (const [column, value] of Object.entries(row)) {
          const text = textOf(table, value, row).toLowerCase();
          if (texts.some((each) => text.includes(each.toLowerCase()))) found.add(`${table}.${column}`);
        }
      }
    }
  }
  return [...found].sort();
}

function textOf(table: string, value: unknown, row: Row): string {
  if (!Array.isArray(value)) return String(value);
  if (table === "events") return bodyOf(row);
  if (table !== "settled_ids") throw new Error(`a blob in ${table}, which this search cannot read`);
  return Uint8Array.from(value).toHex();
}

/** Returns those of these intents whose objects still store anything. */
export async function storedIn(intentIds: readonly string[]): Promise<string[]> {
  const states = await Promise.all(intentIds.map(async (id) => ({ id, ...(await stored(id)) })));
  return states.filter(({ keys }) => keys.length > 0).map(({ id }) => id);
}
