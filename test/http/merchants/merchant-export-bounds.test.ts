// An export of many payments is sent as it is read, in parts, and breaks off rather than end early.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { adminToken, BASE_URL } from "../../support/api.ts";
import { exportPath, readExport } from "../../support/exports.ts";
import { interceptDatabase, muteLog, repair } from "../../support/faults.ts";
import { MANY, seedManyIntents } from "../../support/many-rows.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { rowsReadBy } from "../../support/query-plans.ts";

const NEWEST = Date.UTC(2026, 7, 22, 12);
const SEEDED = 4 * MANY;
/** Of the platform, in one invocation. */
const QUERIES_MAX = 1_000;
/** Reads a page of intents, and nothing else does. */
const PAGE = /from "payment_intents" where .*"created_at", .*"id"\) > /i;

let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await makeMerchant();
  for (let batch = 0; batch < 4; batch++) await seedManyIntents(merchant.id, NEWEST - batch * 60_000, {});
});

describe("the export of a merchant with 80,000 payments", () => {
  it("has each of them once, in two parts of few queries and rows that each tell their number", async () => {
    let queries = 0;
    interceptDatabase(/./, async (run) => {
      queries += 1;
      return await run();
    });
    const first = await readExport(merchant.id);
    expect(queries).toBeLessThan(QUERIES_MAX);
    repair();
    const query = `?cursor=${first.end.next_cursor}`;
    const second = await readExport(merchant.id, query);
    expect(second.end.next_cursor).toBeNull();
    expect(second.header.started_at).toBe(first.header.started_at);
    const parts = [first, second];
    const ids = parts.flatMap(({ of }) => of("payment_intent").map(({ id }) => id));
    expect(ids).toHaveLength(SEEDED);
    expect(new Set(ids).size).toBe(SEEDED);
    expect(second.of("merchant")).toEqual([]);
    expect(second.of("audit_entry")).not.toEqual([]);
    for (const { end, of } of parts) expect(end.counts.payment_intent).toBe(of("payment_intent").length);
    const paid = parts.map(({ end }) => end.totals[0].paid.count);
    expect(paid[0] + paid[1]).toBe(SEEDED);
    expect(second.types.length).toBeGreaterThan(1_000);
    const rows = await rowsReadBy(() => readExport(merchant.id, query));
    expect(rows).toBeLessThan(2 * second.types.length + 500);
  });

  it("breaks off without a last line when a later page cannot be read, and logs why", async () => {
    const log = muteLog();
    const headers = { Authorization: `Bearer ${await adminToken()}` };
    let pages = 0;
    interceptDatabase(PAGE, async (run) => {
      pages += 1;
      if (pages > 8) throw new Error("D1_ERROR: Network connection lost.");
      return await run();
    });
    const response = await exports.default.fetch(BASE_URL + exportPath(merchant.id), { headers });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(log.join("\n")).toContain('"event":"response_broken_off"');
  });
});
