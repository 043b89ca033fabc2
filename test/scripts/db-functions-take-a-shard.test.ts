// Payments are in several shards: whatever reads or writes them says in which, by taking a Shard instead of home's Database.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAYMENT_TABLES, PAYMENT_TABLES_IN_CODE } from "../support/payment-tables.ts";

const readsPayments = new RegExp(
  `\\b(FROM|JOIN|UPDATE|INTO) (${PAYMENT_TABLES.join("|")})\\b|\\b(from|[jJ]oin|insert|update|delete)\\((${PAYMENT_TABLES_IN_CODE.join("|")})\\b`,
);

it("a function of src/core/db that reads or writes payments takes a Shard", () => {
  const functions = globSync("src/{core/{db,shards},{sandbox,parts/*}/db}/**/*.ts").flatMap(
    (file) => readFileSync(file, "utf8").match(/^export (async )?function .*?^}\n/gms) ?? [],
  );
  const ofPayments = functions.filter((text) => readsPayments.test(text));
  expect(ofPayments.length).toBeGreaterThan(60);
  const offenders = ofPayments.filter((text) => /\b(db|home): Database\b/.test(text));
  expect(offenders).toEqual([]);
});
