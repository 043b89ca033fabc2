// The platform of the tests refuses what Cloudflare refuses, so that any test notices.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { CELL_NAMES } from "../support/cell-names.ts";
import { objectOf } from "../support/objects.ts";
import { captureQueue } from "../support/queues.ts";

const TOO_BIG = /SQLITE_TOOBIG/;

it.each([
  ["x".repeat(2_000_000), "x".repeat(1_999_000)],
  ["店".repeat(1_000_000), "店".repeat(999_000)],
])("an object stores no value of two megabytes: %#", async (tooLong, longest) => {
  await runInDurableObject(objectOf(crypto.randomUUID()), (_, { storage }) => {
    expect(() => storage.kv.put("key", tooLong)).toThrow(TOO_BIG);
    storage.kv.put("key", longest);
    expect(storage.kv.get("key")).toBe(longest);
  });
});

it("a statement has no parameter of two megabytes, no more than a hundred of them, and no text of 100 KB", async () => {
  const statement = env.DB.prepare("SELECT length(?) AS length");
  expect(() => statement.bind("x".repeat(2_000_001))).toThrow(TOO_BIG);
  expect(await statement.bind("x".repeat(2_000_000)).first()).toEqual({ length: 2_000_000 });
  const marks = (count: number) => env.DB.prepare(`SELECT ${Array(count).fill("?").join("+")} AS sum`);
  expect(() => marks(101).bind(...Array(101).fill(1))).toThrow("too many SQL variables");
  expect(
    await marks(100)
      .bind(...Array(100).fill(1))
      .first(),
  ).toEqual({ sum: 100 });
  expect(() => env.DB.prepare(`SELECT ?, '${"x".repeat(100_000)}'`).bind(1)).toThrow(TOO_BIG);

  // A cell without tables runs only what inserts.
  const inCell = (param: string) =>
    runInDurableObject(env.CELL_OBJECTS.getByName(CELL_NAMES[0] ?? "cell"), (cell) =>
      cell.run([{ statement: "INSERT INTO any_table VALUES (?)", params: [param] }], 0),
    );
  await expect(inCell("x".repeat(2_000_001))).rejects.toThrow(TOO_BIG);
});

it("a queue takes no message of 128 KB, and no batch of a hundred and one, or of 256 KB", async () => {
  captureQueue(env.WEBHOOKS);
  const queue = env.WEBHOOKS as Queue<unknown>;
  const batchOf = (...bodies: unknown[]) => queue.sendBatch(bodies.map((body) => ({ body })));
  await expect(queue.send("x".repeat(128_000))).rejects.toThrow("Too Large");
  await expect(batchOf(...Array(101).fill("x"))).rejects.toThrow("Too Many");
  await expect(batchOf(...Array(3).fill("x".repeat(90_000)))).rejects.toThrow("Too Large");
  await batchOf(...Array(100).fill("x".repeat(2_000)));
});
