// The ledger with mistakes in its source, over HTTP on loopback. It settles and reports as its Worker does, in less time: what
// is pending settles once somebody has looked at a transaction, however busy the machine is before that.
import { setTimeout as sleep } from "node:timers/promises";
import type { openDatabase } from "#core/db/client.ts";
import type { settleDue } from "#core/ledger/settle.ts";
import type { sendDueReports } from "#parts/ledger/reports.ts";
import { serve } from "#scripts/serve.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import { type createNodeLedger, newBooks, TOKEN } from "../support/node-ledger.ts";
import { loadMistaken, type Patch } from "./mistaken-source.ts";

interface Ledger {
  createLedger: typeof createNodeLedger;
  openDatabase: typeof openDatabase;
  sendDueReports: typeof sendDueReports;
  settleDue: typeof settleDue;
}

const FILES = ["core/ledger/app.ts", "parts/ledger/reports.ts", "core/ledger/settle.ts", "core/db/client.ts"];
const FASTER: Patch[] = [
  ["core/ledger/rules.ts", "SETTLEMENT_DELAY_SECONDS = 2;", "SETTLEMENT_DELAY_SECONDS = 3_600;"],
  ["parts/ledger/reports.ts", "[1, 5, 60, 300, 900, 3_600]", "[0.04]"],
];
const INTERVAL_MS = 20;
const LOOK = /\/v1\/transactions\/./;
const BECOMES_DUE = "UPDATE ledger_transactions SET settles_at = 0 WHERE settles_at IS NOT NULL";

export async function startMistaken(patches: readonly Patch[], target: { url: string; secret: string }) {
  const { createLedger, openDatabase, sendDueReports, settleDue } = await loadMistaken<Ledger>(FILES, [
    ...FASTER,
    ...patches,
  ]);
  const books = databaseBinding(newBooks());
  const db = openDatabase(books);
  const ledger = createLedger({
    db,
    tokens: [TOKEN],
    scheduleSettlement: async () => undefined,
    wait: sleep,
  });
  const served = await serve(async (request) => {
    const response = await ledger.fetch(request);
    if (LOOK.test(request.url)) await books.prepare(BECOMES_DUE).run();
    return response;
  });
  const reports = { url: target.url, secrets: [target.secret] };
  let isOpen = true;
  const keepBooks = async () => {
    while (isOpen) {
      await settleDue(db, Date.now());
      await sendDueReports({ db, target: reports, fetch, clock: Date.now });
      await sleep(INTERVAL_MS);
    }
  };
  void keepBooks();
  const close = () => {
    isOpen = false;
    served.close();
  };
  return { url: served.url, close };
}
