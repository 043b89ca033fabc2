// The ledger in Node, with books in memory.
import { timingSafeEqual } from "node:crypto";
import { openDatabase } from "../../src/db/client.ts";
import { createLedger, type LedgerOptions } from "../../src/ledger/app.ts";
import { databaseBinding, Rows } from "../../src/scripts/sqlite-d1.ts";

export const TOKEN = "test-ledger-token";

// The Workers runtime has it, Node has it elsewhere.
crypto.subtle.timingSafeEqual ??= (left, right) => timingSafeEqual(left as DataView, right as DataView);

export function createNodeLedger(options: Partial<LedgerOptions> = {}) {
  return createLedger({
    db: openDatabase(databaseBinding(new Rows())),
    tokens: [TOKEN],
    scheduleSettlement: async () => undefined,
    ...options,
  });
}
