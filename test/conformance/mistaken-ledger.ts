// The ledger with mistakes in its source, over HTTP on loopback. It settles and reports as its Worker does, in less time.
import { setTimeout as sleep } from "node:timers/promises";
import type { openDatabase } from "../../src/db/client.ts";
import type { sendDueReports } from "../../src/ledger/reports.ts";
import type { settleDue } from "../../src/ledger/settle.ts";
import { serve } from "../../src/scripts/serve.ts";
import { databaseBinding } from "../../src/scripts/sqlite-d1.ts";
import { type createNodeLedger, newBooks, TOKEN } from "../support/node-ledger.ts";
import { loadMistaken, type Patch } from "./mistaken-source.ts";

interface Ledger {
  createLedger: typeof createNodeLedger;
  openDatabase: typeof openDatabase;
  sendDueReports: typeof sendDueReports;
  settleDue: typeof settleDue;
}

const FILES = ["ledger/app.ts", "ledger/reports.ts", "ledger/settle.ts", "db/client.ts"];
const FASTER: Patch[] = [
  ["ledger/rules.ts", "SETTLEMENT_DELAY_SECONDS = 2;", "SETTLEMENT_DELAY_SECONDS = 0.2;"],
  ["ledger/reports.ts", "[1, 5, 60, 300, 900, 3_600]", "[0.04]"],
];
const INTERVAL_MS = 20;

export async function startMistaken(patches: readonly Patch[], target: { url: string; secret: string }) {
  const { createLedger, openDatabase, sendDueReports, settleDue } = await loadMistaken<Ledger>(FILES, [
    ...FASTER,
    ...patches,
  ]);
  const db = openDatabase(databaseBinding(newBooks()));
  const ledger = createLedger({
    db,
    tokens: [TOKEN],
    scheduleSettlement: async () => undefined,
    wait: sleep,
  });
  const served = await serve((request) => ledger.fetch(request));
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
