// What a paid intent with its webhook weighs in D1. Runs in Node, where the pages of SQLite can be counted.
import { beforeAll, describe, expect, it } from "vitest";
import { DELIVERED_KEPT_DAYS } from "#core/domain/webhooks/delivery.ts";
import { BYTES_PER_PAYMENT } from "../cost/prices.ts";
import { WeighedDatabase } from "./weighed-database.ts";

const PAYMENTS = 10_000;
const MERCHANTS = 20;
/** It lies in the future: SQLite has a clock of its own, for which no event may be late. */
const FIRST_DAY = Date.UTC(2040, 0, 1);
const DAY_MS = 24 * 60 * 60_000;
/** The payments are spread over so many days, of which each has its clean-up. */
const DAYS = 4;

const database = new WeighedDatabase(MERCHANTS);

describe("a paid intent with its webhook", () => {
  beforeAll(async () => {
    await database.openShops();
    for (let order = 0; order < PAYMENTS; order++) {
      await database.pay(order, FIRST_DAY + Math.floor((order * DAYS * DAY_MS) / PAYMENTS));
    }
  }, 300_000);

  it("takes at most 1.53 KB, and no more room once the clean-up has deleted the body", async () => {
    expect(database.bytes() / PAYMENTS).toBeLessThanOrEqual(BYTES_PER_PAYMENT);
    for (let day = 1; day <= DAYS + 1; day++)
      await database.cleanUpOn(FIRST_DAY + (DELIVERED_KEPT_DAYS + day) * DAY_MS);
    expect(database.countOf("events WHERE payload <> ''")).toBe(0);
    expect(database.bytes() / PAYMENTS).toBeLessThanOrEqual(BYTES_PER_PAYMENT);
  }, 300_000);
});
