// The ledger in Node, with books in memory.
import { timingSafeEqual } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { openDatabase } from "#core/db/client.ts";
import { createLedger, type LedgerOptions } from "#core/ledger/app.ts";
import { databaseBinding, Rows } from "#scripts/sqlite-d1.ts";

export const TOKEN = "test-ledger-token";

// The Workers runtime has it, Node has it elsewhere.
crypto.subtle.timingSafeEqual ??= (left, right) => timingSafeEqual(left as DataView, right as DataView);

/** Empty, with the tables of the ledger's Worker. */
export function newBooks(): Rows {
  const rows = new Rows(":memory:", { isMigrated: true });
  for (const file of globSync("migrations/ledger/*.sql").sort()) rows.load(readFileSync(file, "utf8"));
  return rows;
}

export function createNodeLedger(options: Partial<LedgerOptions> = {}) {
  const db = openDatabase(databaseBinding(newBooks()));
  return createLedger({ db, tokens: [TOKEN], scheduleSettlement: async () => undefined, ...options });
}
