// The proof that the simulator notices broken guards takes minutes; that it can still break each of them, an instant.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BROKEN_GUARDS, FORMANCE_GUARDS, LEDGER_GUARDS } from "./broken-guards.ts";

it.each(Object.entries({ ...BROKEN_GUARDS, ...LEDGER_GUARDS, ...FORMANCE_GUARDS }))(
  "the guard %s is in the source once",
  (_, { file, find, replace }) => {
    const source = readFileSync(`src/${file}`, "utf8");
    expect(source.split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  },
);
