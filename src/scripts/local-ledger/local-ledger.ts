// The embedded ledger as a service of its own, on loopback: as an external one, it reports what settles over HTTP.
import { timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { openDatabase } from "../../db/client.ts";
import { createLedger } from "../../ledger/app.ts";
import { settledEvent } from "../../ledger/present.ts";
import { settleIfDue } from "../../ledger/settle.ts";
import { type Serve, type Served, serve } from "../serve.ts";
import { databaseBinding, Rows } from "../sqlite-d1.ts";
import { type ReportTarget, sendReport } from "./report-sender.ts";

// The Workers runtime has it, Node has it elsewhere.
crypto.subtle.timingSafeEqual ??= (left, right) => timingSafeEqual(left as DataView, right as DataView);

// Without a locale, `zod/mini` says only "Invalid input".
z.config(z.locales.en());

export interface LocalLedgerOptions {
  token: string;
  port?: number;
  /** Keeps the accounts; without it they end with the ledger. */
  file?: string;
  reports?: ReportTarget | undefined;
  /** How much faster than time its clock is, so that tests need not wait for what settles. */
  haste?: number;
  /** Sees every request and response. */
  observe?: (respond: Serve) => Serve;
}

export async function startLocalLedger({
  token,
  port,
  file,
  reports,
  haste = 1,
  observe,
}: LocalLedgerOptions): Promise<Served> {
  const startedAt = Date.now();
  const now = () => Math.round(startedAt + (Date.now() - startedAt) * haste);
  const db = openDatabase(databaseBinding(new Rows(file)));
  const ended = new AbortController();

  const settle = async (transactionId: string) => {
    const transaction = await settleIfDue(db, transactionId, now());
    if (transaction === null || reports === undefined) return;
    await sendReport(reports, settledEvent(transaction), ended.signal);
  };
  const ledger = createLedger({
    db,
    tokens: [token],
    scheduleSettlement: async (transactionId, delaySeconds) => {
      setTimeout(() => void settle(transactionId), Math.ceil((delaySeconds * 1000) / haste)).unref();
    },
    now,
  });
  const respond: Serve = (request) => ledger.fetch(request);
  const { url, close } = await serve(observe?.(respond) ?? respond, port);
  return {
    url,
    close: () => {
      ended.abort();
      close();
    },
  };
}
