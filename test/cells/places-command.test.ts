// What `npm run places` asks of the service. CELLS is 1 here.
import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, vi } from "vitest";
import { countStaleCopies, listStaleAccounts } from "#core/db/merchants/account-copies.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { accountCopies, merchants } from "#core/db/schema/merchants.ts";
import { lastingSettings } from "#core/db/schema/operations.ts";
import { sessions } from "#core/db/schema/sessions.ts";
import { ok } from "#core/domain/result.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import worker from "#sandbox.ts";
import { BASE_URL } from "../support/api.ts";
import { cellOf } from "../support/cells.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { makeIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { makeTill } from "../support/pairings.ts";
import { db } from "../support/seeds.ts";
import { suspend } from "../support/stops.ts";

async function post(name: string, json: unknown, { token = env.PLACES_TOKEN, service = env } = {}) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(json) };
  const url = `${BASE_URL}/internal/places/${name}`;
  const response = await worker.fetch(new Request(url, init), service, createExecutionContext());
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on whatever came back
  return { status: response.status, body: await response.json<any>() };
}

const query = (shard: string, statement: string, params?: unknown[]) =>
  post("query", { place: shard, statement, params });

describe("the paths of npm run places", () => {
  it("are for its token alone, and as unknown as others without one", async () => {
    expect((await post("query", {}, { token: "test-token-of-npm-run-placeS" })).status).toBe(401);
    const service = { ...env, PLACES_TOKEN: "" };
    for (const name of ["query", "restore", "no-such"])
      expect((await post(name, {}, { service })).body).toMatchObject({ code: "route_not_found" });
  });

  it.each([
    ["query", { place: "HOME", statement: "SELECT 1" }, "place"],
    ["query", { place: "home" }, "statement"],
    ["query", { place: "home", statement: "SELECT 1", params: [{}] }, "params.0"],
    ["restore", { cell: "home", to: "2026-12-01T00:00:00Z" }, "cell"],
    ["restore", { cell: "1", to: "yesterday" }, "to"],
    ["outdate-copies", { cell: "home" }, "cell"],
    ["query", { place: "w0a1", statement: "SELECT 1" }, "place"],
    ["renew-copies", { after: 1 }, "after"],
    ["settle-keys", { merchant_id: "shop" }, "merchant_id"],
  ])("name the malformed field: %s %j", async (name, json, field) => {
    const { status, body } = await post(name, json);
    expect([status, body.details?.map((fault: { field: string }) => fault.field)]).toEqual([400, [field]]);
  });
});

describe("a query", () => {
  it("reads a shard, a thousand rows at most", async ({ merchant }) => {
    await makeIntent(merchant);
    const { name: shard } = cellOf(merchant.id);
    const statement = "WITH m AS (SELECT id, email FROM merchants WHERE id = ?) SELECT * FROM m; ";
    expect((await query(shard, statement, [merchant.id])).body).toEqual({
      ...{ success: true, rows: [{ id: merchant.id, email: merchant.id }], has_more: false },
      size_bytes: null,
    });
    const ten = "(SELECT value AS v FROM json_each('[0,1,2,3,4,5,6,7,8,9]'))";
    const many = `WITH n AS (SELECT a.v + 10 * b.v + 100 * c.v + 1000 * d.v AS i FROM ${ten} a, ${ten} b, ${ten} c, ${ten} d)
      SELECT i FROM n WHERE i <= 1001 ORDER BY i DESC`;
    const { body } = await query("home", many);
    expect([body.rows.length, body.rows[0], body.has_more]).toEqual([1_000, { i: 1_001 }, true]);
    expect(body.size_bytes).toBeGreaterThan(0);
    for (const explain of ["EXPLAIN", "explain query plan"])
      expect((await query("home", `${explain} ${many}`)).body.rows.length).toBeGreaterThan(1);
    expect((await query("home", "SELECT 1 AS one -- 2")).body.rows).toEqual([{ one: 1 }]);
    for (const cell of ["0000000f", "w000f"])
      expect((await query(cell, "SELECT * FROM wallet_places")).body.rows).toEqual([]);
  });

  it.for([
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
    "WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
    "SELECT (WITH c(x) AS (VALUES (1) UNION SELECT x + 1 FROM c) SELECT count(*) FROM c)",
    "DELETE FROM merchants",
    "WITH m AS (SELECT 1) DELETE FROM merchants RETURNING id",
    "SELECT 1) DELETE FROM merchants --",
    "SELECT 1); DELETE FROM merchants; SELECT (1",
    "EXPLAIN SELECT 1; DELETE FROM merchants",
    "EXPLAIN DELETE FROM merchants",
    "EXPLAIN PRAGMA foreign_keys = 0",
    "EXPLAIN QUERY PLAN PRAGMA reverse_unordered_selects = 1",
    "SELECT * FROM merchants) /*",
    "SELECT * FROM merchants) --",
    "SELECT * FROM no_such_table",
    "",
  ])("writes nothing, and says what is wrong with it: %s", async (statement, { merchant }) => {
    await makeIntent(merchant);
    const cell = cellOf(merchant.id);
    for (const { name: shard } of [db, cell]) {
      const { status, body } = await query(shard, statement);
      expect([status, body.details?.[0].field]).toEqual([400, "statement"]);
    }
    for (const shard of [db, cell]) expect(await findMerchant(shard, merchant.id)).not.toBeNull();
  });

  it("of a shard that fails is 503", async () => {
    muteLog();
    failDatabase(/FROM \(SELECT 7/);
    expect(await query("home", "SELECT 7")).toMatchObject({
      status: 503,
      body: { code: "database_unavailable" },
    });
  });
});

describe("a cell that is restored", () => {
  it("stays as it is where the platform cannot", async () => {
    muteLog();
    const { status, body } = await post("restore", {
      cell: "1",
      to: new Date(Date.now() - 1_000).toISOString(),
    });
    expect([status, body.code]).toEqual([422, "not_restored"]);
  });

  it("goes back at its next start, says what was before, and can be undone", async () => {
    const cell = env.CELL_OBJECTS.getByName("1");
    const restored = await runInDurableObject(cell, async (object, ctx) => {
      const bookmarkFor = vi.spyOn(ctx.storage, "getBookmarkForTime").mockResolvedValue("then");
      const restore = vi.spyOn(ctx.storage, "onNextSessionRestoreBookmark").mockResolvedValue("before");
      const abort = vi.spyOn(ctx, "abort").mockReturnValue();
      const before = [await object.restoreAtRestart(1_000), await object.restoreAtRestart("before")];
      object.restart();
      return { before, calls: [bookmarkFor, restore, abort].map(({ mock }) => mock.calls) };
    });
    expect(restored).toEqual({
      before: [ok("before"), ok("before")],
      calls: [[[1_000]], [["then"], ["before"]], [[expect.any(String)]]],
    });
  });

  const asItWere = () => vi.spyOn(CellObject.prototype, "restoreAtRestart").mockResolvedValue(ok("before"));

  it("that does not respond is 503, and so is one that does not end: to be repeated", async () => {
    const lines = muteLog();
    const lost = async () => {
      throw new Error("Network connection lost.");
    };
    const restore = () => post("restore", { cell: "2", to: "2026-12-01T00:00:00Z" });
    const [armed, restarts] = [asItWere(), vi.spyOn(CellObject.prototype, "restart")];
    const code = "database_unavailable";
    for (const restart of [lost, () => {}]) {
      restarts.mockImplementation(restart as never);
      const { status, body } = await restore();
      expect([status, body.code, body.error]).toEqual([503, code, expect.stringMatching(/repeat.* before$/)]);
    }
    armed.mockImplementation(lost);
    const { status, body } = await restore();
    expect([status, body.code, body.error]).toEqual([
      503,
      code,
      expect.stringMatching(/repeat the restore$/),
    ]);
    expect(lines.filter((line) => line.includes("cell_restored"))).toHaveLength(3);
  });

  it("whose copies cannot be marked is 503 with its bookmark, and they can be marked alone", async ({
    merchant,
  }) => {
    muteLog();
    asItWere();
    await makeIntent(merchant);
    const cell = cellOf(merchant.id);
    failDatabase(/update "account_copies"/i);
    const { status, body } = await post("restore", { cell: cell.name, to: "2026-12-01T00:00:00Z" });
    expect([status, body.error]).toEqual([
      503,
      expect.stringMatching(`renew-copies ${cell.name}; .* before$`),
    ]);
    repair();
    const stale = () => listStaleAccounts(db, "", 100);
    expect(await stale()).not.toContain(merchant.id);
    await post("outdate-copies", { cell: cell.name });
    expect(await stale()).toContain(merchant.id);
    const left = await countStaleCopies(db);
    failDatabase(/insert into "account_copies".*do update/is);
    expect((await post("renew-copies", {})).body).toMatchObject({ next: null, stale: left });
    repair();
    expect((await post("renew-copies", {})).body).toMatchObject({ next: null, stale: 0 });
  });

  it("ends at once, gets again what it has lost of accounts, and has no tills", async ({
    merchant,
    counter,
  }) => {
    muteLog();
    asItWere();
    const restarts = vi.spyOn(CellObject.prototype, "restart");
    await makeIntent(merchant);
    const cell = cellOf(merchant.id);
    await makeTill(merchant, counter.id);
    const tills = await cell.select().from(sessions);
    expect(tills).not.toEqual([]);
    await suspend(merchant);
    await cell.update(merchants).set({ suspendedAt: null }).where(eq(merchants.id, merchant.id));
    await cell.insert(sessions).values(tills);
    const { status, body } = await post("restore", { cell: cell.name, to: "2026-12-01T00:00:00Z" });
    expect([status, body.bookmark]).toEqual([200, "before"]);
    expect(restarts).toHaveBeenCalledOnce();
    expect((await post("renew-copies", {})).body).toMatchObject({ next: null });
    expect(await findMerchant(cell, merchant.id)).toMatchObject({ suspendedAt: expect.any(Number) });
    expect(await cell.$count(sessions, eq(sessions.merchantId, merchant.id))).toBe(0);
  });
});

it("after home was restored, cells have what it has again, and it knows CELLS", async ({ merchant }) => {
  await makeIntent(merchant);
  await db.delete(lastingSettings);
  await suspend(merchant);
  await db.batch([
    db.update(merchants).set({ suspendedAt: null }).where(eq(merchants.id, merchant.id)),
    db
      .update(accountCopies)
      .set({ version: 1, copiedVersion: 1 })
      .where(eq(accountCopies.merchantId, merchant.id)),
  ]);
  await post("outdate-copies", {});
  expect((await post("renew-copies", {})).body).toMatchObject({ next: null });
  await makeIntent(merchant);
  const noted = await db.select({ entry: lastingSettings.entry }).from(lastingSettings);
  expect(noted.map(({ entry }) => entry)).toEqual(env.CELLS?.split(","));
});
