import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import {
  excluded,
  excludedColumns,
  placeholdersFor,
  prepareOnce,
  withValues,
} from "#core/db/prepared-statements.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { anIntent, anOperation } from "../support/intent.ts";
import { rowsOf } from "../support/rows.ts";

const db = openDatabase(env.DB);

const insert = prepareOnce((database) =>
  database
    .insert(paymentIntents)
    .values(placeholdersFor(paymentIntents))
    .onConflictDoUpdate({
      target: paymentIntents.id,
      set: excludedColumns(paymentIntents, ["status", "operation"]),
      setWhere: sql`${paymentIntents.version} < ${excluded("version")}`,
    })
    .prepare(),
);

const find = prepareOnce((database) => {
  const { id, currency } = paymentIntents;
  const isFound = and(eq(id, sql.placeholder("id")), eq(currency, sql.placeholder("currency")));
  return database.select().from(paymentIntents).where(isFound).prepare();
});

describe("withValues", () => {
  it("runs one statement several times in a batch, each time with its own values", async () => {
    const [first, second] = [
      anIntent({ id: newId(), operation: anOperation("payment") }),
      anIntent({ id: newId(), operation: null, amountMinor: 7 }),
    ];
    await db.batch([withValues(insert(db), first), withValues(insert(db), second)]);
    const [[foundFirst], [foundSecond], none] = await db.batch([
      withValues(find(db), first),
      withValues(find(db), second),
      withValues(find(db), { ...second, currency: "XXX" }),
    ]);
    expect([foundFirst, foundSecond, none]).toEqual([first, second, []]);
  });

  it("writes null for JSON that is null, and for a field that is undefined", async () => {
    const intent = { ...anIntent({ id: newId(), operation: null }), reference: undefined };
    await db.batch([withValues(insert(db), intent)]);
    const row = await rowsOf(intent.id).first(
      "SELECT operation, reference FROM payment_intents WHERE id = ?",
      intent.id,
    );
    expect(row).toEqual({ operation: null, reference: null });
  });

  it("throws when a value is left out, which would be stored as null", () => {
    const { reference, ...intent } = anIntent();
    expect(() => withValues(insert(db), intent)).toThrow("a statement has no value for reference");
    expect(() => withValues(find(db), { id: intent.id })).toThrow("a statement has no value for currency");
  });

  it("updates only the columns that were named, by what was not inserted", async () => {
    const intent = anIntent({ id: newId(), version: 1, status: "pending", description: "before" });
    const newer = { ...intent, version: 2, status: "expired" as const, description: "after" };
    await db.batch([withValues(insert(db), intent), withValues(insert(db), newer)]);
    const [[found]] = await db.batch([withValues(find(db), intent)]);
    expect(found).toEqual({ ...intent, status: "expired" });
  });
});
