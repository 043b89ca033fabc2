// What shows that an integration has worked is found without reading all that a merchant has.
import { describe, expect, it } from "vitest";
import { EVENTS_SEARCHED_MAX, findEvidence } from "../../src/db/merchants/go-live.ts";
import { seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { seedDeliveries } from "../support/seeded-deliveries.ts";
import { db, seedIntent, seedMerchant } from "../support/seeds.ts";

describe("findEvidence", () => {
  it("reads a bounded number of a merchant's intents and events", async () => {
    const { id } = await seedMerchant();
    await seedManyIntents(id, Date.now(), {});
    const intent = await seedIntent(id);
    await seedDeliveries(intent, EVENTS_SEARCHED_MAX + 500, {
      status: "failed",
      attempts: 9,
      nextAttemptAt: null,
    });

    expect(await rowsReadBy(() => findEvidence(db, id, null))).toBeLessThanOrEqual(EVENTS_SEARCHED_MAX + 10);
  });
});
