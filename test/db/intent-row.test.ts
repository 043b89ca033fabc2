import { getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { intentFrom } from "../../src/db/payment-intents/intent-row.ts";
import { paymentIntents } from "../../src/db/schema/payment-intents.ts";
import { db } from "../support/objects.ts";

type Row = typeof paymentIntents.$inferSelect;

/** Of every column's own kind, and each different. */
function rowWith(given: (type: string, index: number) => unknown): Row {
  const columns = Object.entries(getTableColumns(paymentIntents));
  return Object.fromEntries(
    columns.map(([field, { dataType }], index) => [field, given(dataType, index)]),
  ) as Row;
}

async function stored(row: Row) {
  await db.delete(paymentIntents);
  await db.insert(paymentIntents).values(row);
  const select = db.select().from(paymentIntents);
  return { mapped: await select.get(), rows: await select.values() };
}

describe("intentFrom", () => {
  const VALUES: Record<string, (index: number) => unknown> = {
    string: (index) => `value ${index}`,
    number: (index) => 1_000 + index,
    json: (index) => ({ index }),
  };

  it("reads every column as Drizzle does", async () => {
    const row = rowWith((type, index) => VALUES[type]?.(index));
    const { mapped, rows } = await stored(row);
    expect(rows.map(intentFrom)).toEqual([row]);
    expect(rows.map(intentFrom)).toEqual([mapped]);
  });

  it("reads what is null as null", async () => {
    const columns = getTableColumns(paymentIntents);
    const full = rowWith((type, index) => VALUES[type]?.(index));
    const row = Object.fromEntries(
      Object.entries(full).map(([field, value]) => [
        field,
        columns[field as keyof Row].notNull ? value : null,
      ]),
    ) as Row;
    const { mapped, rows } = await stored(row);
    expect(rows.map(intentFrom)).toEqual([mapped]);
  });
});
