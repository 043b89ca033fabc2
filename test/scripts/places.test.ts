// Payments are in several places: whatever reads or writes them says in which, by taking a Place instead of home's Database.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const TABLES = [
  ...["payment_intents", "events", "archived_intents", "archived_merchants", "late_movements"],
  ...["webhook_endpoints", "unfinished_work", "clean_ups", "audit_entries"],
];
const inCode = TABLES.map((table) => table.replace(/_(.)/g, (_, letter) => letter.toUpperCase()));
const readsPayments = new RegExp(
  `\\b(FROM|JOIN|UPDATE|INTO) (${TABLES.join("|")})\\b|\\b(from|[jJ]oin|insert|update|delete)\\((${inCode.join("|")})\\b`,
);

it("a function of src/db that reads or writes payments takes a Place", () => {
  const offenders = globSync("src/db/**/*.ts").flatMap((file) => {
    const functions = readFileSync(file, "utf8").match(/^export (async )?function .*?^}\n/gms) ?? [];
    return functions
      .filter((text) => readsPayments.test(text) && /\b(db|home): Database\b/.test(text))
      .map((text) => `${file}: ${/function (\w+)/.exec(text)?.[1]}`);
  });
  expect(offenders).toEqual([]);
});
