// Tills whose sessions are in cells: those that are paired while there are cells.
import { eq } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { describe, expect, vi } from "vitest";
import { accountCopies } from "#core/db/schema/merchants.ts";
import { sessions } from "#core/db/schema/sessions.ts";
import { slotOf } from "#core/domain/shards/shard-ids.ts";
import { sweepAccountCopies } from "#core/services/merchants/account-copies.ts";
import { cleanUp } from "#core/services/operations/clean-up.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { call } from "../support/api.ts";
import { SPREAD_SLOT } from "../support/cell-names.ts";
import { cellOf, countAtCells, spreadId } from "../support/cells.ts";
import { DAY, MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { countQueries } from "../support/count-queries.ts";
import { COUNTERS, deactivateCounter, makeCounter } from "../support/counters.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { makeIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { ownerOf } from "../support/merchant-users.ts";
import { createPairing, makeTill, pair } from "../support/pairings.ts";
import { INTENTS } from "../support/paths.ts";
import { db, deps, seedCounter, seedMerchant } from "../support/seeds.ts";
import { callAs, openTill, openTillAtHome } from "../support/sessions.ts";
import { pull, reinstate, suspend } from "../support/stops.ts";
import { merchantToken } from "../support/tokens.ts";

useStoppedClock();

const statusOf = async (secret: string) => (await callAs(secret, "GET", INTENTS)).status;
const tillsAt = (counterId: string, token: string) =>
  call("GET", `${COUNTERS}/${counterId}/tills`, { token }).then(({ body }) =>
    body.tills.map(({ id }: { id: string }) => id),
  );

describe("a till", () => {
  it("asks home nothing to create, read and cancel, and for lists no more than its merchant does", async ({
    merchant,
    counter,
  }) => {
    const { secret, id: tillId } = await makeTill(merchant, counter.id);
    expect(deps.shards.of(tillId)).toEqual([cellOf(merchant.id)]);
    expect(await db.$count(sessions, eq(sessions.id, tillId))).toBe(0);
    const home = countQueries();
    const asked = async (request: Promise<{ status: number }>, status = 200) => {
      const before = home.queries;
      expect((await request).status).toBe(status);
      return home.queries - before;
    };
    const atCells = countAtCells();
    const created = callAs(secret, "POST", INTENTS, { json: { amount: 5 } });
    expect(await asked(created, 201)).toBe(0);
    expect([...atCells], "the session, the intent").toEqual([[cellOf(merchant.id).name, 2]]);
    const path = `${INTENTS}/${(await created).body.payment_intent.id}`;
    expect(await asked(callAs(secret, "GET", path))).toBe(0);
    expect(await asked(callAs(secret, "POST", `${path}/cancel`))).toBe(0);
    const list = `${INTENTS}?counter_id=${counter.id}`;
    expect(await asked(callAs(secret, "GET", list))).toBe(
      await asked(call("GET", list, { token: merchant.token })),
    );
  });

  it("that was paired before goes on at home, and is listed and revoked with the others", async ({
    merchant,
    counter,
  }) => {
    const { secret, session } = await openTillAtHome(merchant.id, counter.id);
    expect(await db.$count(sessions, eq(sessions.id, session.id))).toBe(1);
    moveClock(MINUTE);
    const later = await makeTill(merchant, counter.id);
    expect([await statusOf(secret), await statusOf(later.secret)]).toEqual([200, 200]);
    expect(await tillsAt(counter.id, merchant.token)).toEqual([later.id, session.id]);
    const { token } = merchant;
    for (const id of [session.id, later.id])
      expect((await call("DELETE", `${COUNTERS}/${counter.id}/tills/${id}`, { token })).status).toBe(200);
    expect([await statusOf(secret), await statusOf(later.secret)]).toEqual([401, 401]);
  });

  it("stays out after a suspension whose begin and end its cell has missed", async ({
    merchant,
    counter,
  }) => {
    const cell = cellOf(merchant.id);
    const { secret } = await makeTill(merchant, counter.id);
    muteLog();
    const failing = vi.spyOn(cell, "batch").mockRejectedValue(new Error("D1_ERROR: the cell is gone"));
    expect((await pull(merchant.id, "suspend", { reason: "Fraud" })).status).toBe(503);
    expect((await pull(merchant.id, "reinstate")).status).toBe(503);
    failing.mockRestore();
    await sweepAccountCopies(beginSweep(deps));
    expect(await statusOf(secret)).toBe(401);

    const again = await makeTill(merchant, counter.id);
    const other = await makeCounter(merchant);
    expect(await statusOf(again.secret), "after a change that ends no tills").toBe(200);
    await deactivateCounter(merchant, counter.id);
    expect(await statusOf(again.secret)).toBe(401);
    expect(await statusOf((await makeTill(merchant, other.id)).secret)).toBe(200);
  });

  it("ends with the copy for a cell that home has forgotten in a restore", async ({ merchant, counter }) => {
    const { secret } = await makeTill(merchant, counter.id);
    await makeCounter(merchant);
    expect(await statusOf(secret), "after another copy").toBe(200);
    moveClock(1_000);
    await db.delete(accountCopies).where(eq(accountCopies.merchantId, merchant.id));
    await makeCounter(merchant);
    expect(await statusOf(secret)).toBe(401);
    expect(await statusOf((await makeTill(merchant, counter.id)).secret)).toBe(200);
  });

  it("is paired with the same code again once its cell answers", async ({ merchant, counter }) => {
    const { code } = await createPairing(merchant, counter.id);
    muteLog();
    const failing = vi
      .spyOn(cellOf(merchant.id), "batch")
      .mockRejectedValue(new Error("D1_ERROR: the cell is gone"));
    expect((await pair(code)).status).toBe(503);
    failing.mockRestore();
    expect([(await pair(code)).status, (await pair(code)).status]).toEqual([201, 400]);
  });

  it("is listed by a repetition when its maker was disabled while a cell failed", async ({
    merchant,
    counter,
  }) => {
    const { id } = await makeTill(merchant, counter.id);
    const { email, token } = await ownerOf(merchant);
    const disable = () => pull(merchant.id, "disable-user", { email, reason: "Fraud" });
    muteLog();
    failDatabase(/^select.* from "sessions".* order by/is);
    expect((await disable()).status).toBe(500);
    expect((await call("GET", COUNTERS, { token })).status).toBe(401);
    repair();
    expect(await disable()).toMatchObject({ status: 200, body: { tills: [{ id }] } });
  });

  it("has its counter, also one that its cell had not heard of", async ({ merchant }) => {
    await makeIntent(merchant);
    const { id } = await seedCounter(merchant.id);
    const { secret } = await openTill(merchant.id, id);
    expect(await statusOf(secret)).toBe(200);
  });

  it("whose session is over is deleted by its cell's clean-up", async ({ merchant, counter }) => {
    const cell = cellOf(merchant.id);
    const { id } = await makeTill(merchant, counter.id);
    const stored = () => cell.$count(sessions, eq(sessions.id, id));
    const cleanUpShare = async () => {
      const share = Number.parseInt(merchant.id.slice(0, 8), 16) / 2 ** 32;
      moveClock(DAY - (Date.now() % DAY) + Math.ceil(share * DAY));
      await cleanUp(beginSweep(deps, cell));
    };
    await cleanUpShare();
    expect(await stored()).toBe(1);
    moveClock(90 * DAY);
    await cleanUpShare();
    expect(await stored()).toBe(0);
  });
});

describe("a cookie that nobody was given", () => {
  it("is nobody's, and makes no cell", async ({ merchant, counter }) => {
    const { secret } = await makeTill(merchant, counter.id);
    const asked = countAtCells();
    const unused = `${newId().slice(0, -9)}f00${SPREAD_SLOT}6`;
    const [random = "", id = ""] = secret.split(".");
    for (const invented of [unused, `${unused.slice(0, -1)}f`, crypto.randomUUID()])
      expect(await statusOf(`${random}.${invented}`)).toBe(401);
    expect(await statusOf(random)).toBe(401);
    expect(await statusOf(`${random.toLowerCase()}.${id}`)).toBe(401);
    expect(Object.fromEntries(asked)).toEqual({
      [`${SPREAD_SLOT}f`]: 1,
      [slotOf(merchant.id).slice(0, 1)]: 1,
    });
    expect(await deps.shards.named(`${SPREAD_SLOT}f`).all("SELECT name FROM sqlite_master")).toEqual([]);
  });
});

it("an id that leads nowhere is that of no session", async ({ merchant }) => {
  const nowhere = `${newId().slice(0, -9)}f00${SPREAD_SLOT}f`;
  const home = countQueries();
  expect(await deps.sessions.find("hash", Date.now(), nowhere)).toBeNull();
  expect(await deps.sessions.endTill(merchant.id, null, nowhere)).toBeNull();
  expect(home.queries).toBe(0);
});

describe("a merchant that is spread", () => {
  it("has its tills in its cells, where they act, are listed, revoked, and end with a suspension", async () => {
    const { id } = await seedMerchant({ id: spreadId() });
    const [token, counter] = [await merchantToken(id), await seedCounter(id)];
    const tills: { id: string; secret: string }[] = [];
    for (let count = 0; count < 8; count++) {
      moveClock(1_000);
      const { session, secret } = await openTill(id, counter.id);
      tills.unshift({ id: session.id, secret });
    }
    const cells = new Set(tills.flatMap((till) => deps.shards.of(till.id).map(({ name: shard }) => shard)));
    expect(cells.size).toBeGreaterThan(1);
    for (const { secret } of tills) expect(await statusOf(secret)).toBe(200);
    expect(await tillsAt(counter.id, token)).toEqual(tills.map((till) => till.id));
    const [revoked, ...others] = tills;
    const path = `${COUNTERS}/${counter.id}/tills/${revoked?.id}`;
    expect((await call("DELETE", path, { token })).status).toBe(200);
    expect(await statusOf(revoked?.secret ?? "")).toBe(401);
    expect(await tillsAt(counter.id, token)).toEqual(others.map((till) => till.id));

    await suspend({ id });
    expect(await tillsAt(counter.id, token)).toEqual([]);
    await reinstate({ id });
    for (const { secret } of tills) expect(await statusOf(secret)).toBe(401);
  });
});
