// Home accepts what CELLS says, or payments get 503: none may seem unknown. CELLS is 1 here.
import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { noteCellSettings } from "../../src/db/cell-settings.ts";
import { createPlaces } from "../../src/db/places.ts";
import { archivedIntents } from "../../src/db/schema/archive.ts";
import { cellSettings } from "../../src/db/schema/operations.ts";
import { paymentIntents } from "../../src/db/schema/payment-intents.ts";
import type { CellEntry } from "../../src/domain/cells.ts";
import { PaymentIntentObject } from "../../src/durable/payment-intent-object.ts";
import { handleBatch } from "../../src/queues.ts";
import worker from "../../src/sandbox.ts";
import { adminToken, BASE_URL } from "../support/api.ts";
import { HOUR, MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { objectOf } from "../support/objects.ts";
import { makeMerchant } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { db, deps, seedIntent } from "../support/seeds.ts";

useStoppedClock();
beforeEach(async () => {
  await db.batch([db.delete(cellSettings), db.delete(paymentIntents), db.delete(archivedIntents)]);
});

const entry = (digits: number, since: number): CellEntry => ({ text: `${digits}@${since}`, digits, since });
const note = (...cells: CellEntry[]) => noteCellSettings(db, cells, Date.now());
const noted = async () => (await db.select().from(cellSettings)).map((row) => row.entry).sort();
const FROM_THE_BEGINNING = { text: "1", digits: 1, since: 0 };
const LATER_PAYMENTS = "must not begin with";
const LACKS_1 = "lacks 1, which has been in force";

/** At home, with an id that ends so. */
async function seedAtHome(createdAt: number, end: string): Promise<void> {
  await seedIntent(crypto.randomUUID(), { id: newId({ msecs: createdAt }).slice(0, -1) + end, createdAt });
}

describe("the first entry", () => {
  it("is accepted without payments at home, and from then on for good", async () => {
    expect(await note(FROM_THE_BEGINNING)).toBeNull();
    await seedAtHome(Date.now(), "0");
    expect(await note(FROM_THE_BEGINNING)).toBeNull();
  });

  it("is refused where home has a payment, or an archived one, that is later", async () => {
    await seedAtHome(1, "0");
    expect(await note(FROM_THE_BEGINNING)).toContain(LATER_PAYMENTS);
    await db.delete(paymentIntents);
    const archived = { id: [1], merchant: 1, status: "expired", version: 1, record: [1] };
    await db.insert(archivedIntents).values({ ...archived, createdAt: 1 });
    expect(await note(FROM_THE_BEGINNING)).toContain(LATER_PAYMENTS);
    expect(await noted()).toEqual([]);
  });

  it("is accepted, also late, when it begins after all that home has", async () => {
    const now = Date.now();
    await seedAtHome(now - HOUR, "5");
    for (const since of [now + HOUR, now - MINUTE]) {
      expect(await note(entry(3, since))).toBeNull();
      await db.delete(cellSettings);
    }
  });

  it("leaves a minute to ids that do not say where they are", async () => {
    const now = Date.now();
    await seedAtHome(now, "0");
    expect(await note(entry(3, now + SECOND))).toBeNull();
    await db.delete(cellSettings);
    await seedAtHome(now, "5");
    expect(await note(entry(3, now + SECOND))).toContain(LATER_PAYMENTS);
    expect(await note(entry(3, now + MINUTE + SECOND))).toBeNull();
  });
});

describe("a further entry", () => {
  it("is accepted with whatever is at home: requests for approval are", async () => {
    const [first, second] = [entry(3, Date.now()), entry(4, Date.now() + 1)];
    expect(await note(first)).toBeNull();
    moveClock(HOUR);
    await seedAtHome(Date.now(), "0");
    expect(await note(first, second)).toBeNull();
    expect(await noted()).toEqual([first.text, second.text]);
  });

  it("may be taken away until its time has come", async () => {
    const second = entry(4, Date.now() + HOUR);
    expect(await note(FROM_THE_BEGINNING, second)).toBeNull();
    expect(await note(FROM_THE_BEGINNING)).toBeNull();
    expect(await noted()).toEqual(["1"]);
    expect(await note(FROM_THE_BEGINNING, second)).toBeNull();
    moveClock(HOUR);
    expect(await note(FROM_THE_BEGINNING)).toContain(`lacks ${second.text}`);
  });
});

it("what takes an entry in force away is refused, and none of it is noted", async () => {
  await note(FROM_THE_BEGINNING);
  for (const cells of [[], [entry(2, Date.now() + HOUR)]]) expect(await note(...cells)).toBe(LACKS_1);
  expect(await noted()).toEqual(["1"]);
});

describe("while home refuses CELLS", () => {
  const refused = (places = createPlaces(db, [entry(2, 1)], deps.places.named)) => ({ ...deps, places });
  beforeEach(async () => {
    await note(FROM_THE_BEGINNING);
  });

  it("payments and GET /health get 503, the log says why, and so does GET /admin/deployment", async () => {
    const { token } = await makeMerchant();
    const lines = muteLog();
    const ask = async (path: string, bearer: string, body: string | null = null) => {
      const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" };
      const request = new Request(BASE_URL + path, { method: body === null ? "GET" : "POST", headers, body });
      const response = await worker.fetch(request, { ...env, CELLS: "2" }, createExecutionContext());
      return { status: response.status, body: await response.json() };
    };
    const failed = { status: 503, body: { code: "service_unavailable" } };
    const intents = `${MERCHANT_API}/payment-intents`;
    expect(await ask(intents, token, '{"amount":1}')).toMatchObject(failed);
    for (const path of [intents, "/health"]) expect(await ask(path, token)).toMatchObject(failed);
    expect(lines.filter((line) => line.includes(`CELLS ${LACKS_1}`))).toHaveLength(3);
    expect(await ask(`${MERCHANT_API}/admin/deployment`, await adminToken())).toMatchObject({
      status: 200,
      body: { deployment: { cells_fault: LACKS_1 } },
    });
  });

  it("an object says that it cannot tell, and a queue's messages are tried again", async () => {
    muteLog();
    const id = newId().slice(0, -1) + 1;
    const found = runInDurableObject(objectOf(id), (_, ctx) => {
      return new PaymentIntentObject(ctx, env, refused()).find();
    });
    await expect(found).rejects.toThrow(LACKS_1);
    const retried: number[] = [];
    const retry = ({ delaySeconds = 0 }) => void retried.push(delaySeconds);
    const message = { body: { merchantId: "merchant-1", eventId: id }, attempts: 1, retry };
    const batch = { queue: "webhooks", messages: [message] } as unknown as MessageBatch;
    await handleBatch(batch, refused(), env, createExecutionContext());
    expect(retried).toEqual([10]);
  });

  it("home is asked again after ten seconds, and at the next request while it is down", async () => {
    const { places } = refused();
    const isRefused = async () => {
      await places.check(Date.now());
      try {
        return places.ofMerchant(crypto.randomUUID()).length === 0;
      } catch {
        return true;
      }
    };
    const lines = muteLog();
    failDatabase(/cell_settings/);
    expect([await isRefused(), lines]).toEqual([false, [expect.stringContaining("cell_settings_unread")]]);
    repair();
    moveClock(0);
    expect(await isRefused()).toBe(true);
    await db.delete(cellSettings);
    expect(await isRefused()).toBe(true);
    moveClock(10 * SECOND);
    expect(await isRefused()).toBe(false);
  });
});

it("nothing is asked where there are no cells, or once they are accepted", async () => {
  const places = [[], [FROM_THE_BEGINNING]].map((cells) => createPlaces(db, cells, deps.places.named));
  await places[1]?.check(Date.now());
  const lines = muteLog();
  failDatabase(/cell_settings/);
  for (const each of places) await each.check(Date.now());
  expect(lines).toEqual([]);
});
