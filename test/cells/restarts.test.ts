// A deployment restarts each cell: the calls that are under way fail as retryable, whether they were done or not.
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import type { Cell } from "#core/shards/cell-database.ts";
import { call } from "../support/api.ts";
import { makeIntent, postIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { INTENTS } from "../support/paths.ts";
import { suspend } from "../support/stops.ts";

/** The next call with such a statement is done, and fails. Returns how often it was made. */
function restartAfter(statement: RegExp): () => number {
  let calls = 0;
  const namespace = env.CELL_OBJECTS;
  const getByName = namespace.getByName.bind(namespace);
  vi.spyOn(namespace, "getByName").mockImplementation((name) => {
    const stub = getByName(name) as unknown as Cell;
    const run: Cell["run"] = async (statements, ...rest) => {
      const isFirst = statement.test(JSON.stringify(statements)) && ++calls === 1;
      const results = await stub.run(statements, ...rest);
      if (isFirst) throw Object.assign(new Error("the object was reset"), { retryable: true });
      return results;
    };
    return { run } as unknown as ReturnType<typeof getByName>;
  });
  return () => calls;
}

describe("a cell that restarts after it has written", () => {
  it("an intent has it once", async ({ merchant }) => {
    const { id } = await makeIntent(merchant);
    const calls = restartAfter(/insert into \\"payment_intents\\"/i);
    const { status, body } = await postIntent(merchant, { amount: 1 });
    expect([status, calls()]).toEqual([201, 2]);
    const listed = await call("GET", INTENTS, { token: merchant.token });
    expect(listed.body.payment_intents.map((each: { id: string }) => each.id)).toEqual([
      body.payment_intent.id,
      id,
    ]);
  });

  it("the copy of an account has it when the change is acknowledged", async ({ merchant }) => {
    await makeIntent(merchant);
    const calls = restartAfter(/insert into \\"account_copies\\"/i);
    await suspend(merchant);
    expect(calls()).toBe(2);
    expect((await postIntent(merchant, { amount: 1 })).body.code).toBe("merchant_suspended");
  });
});
