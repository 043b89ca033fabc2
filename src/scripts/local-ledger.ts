// Runs the ledger's Worker on this machine, with a database of its own.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { localWorker } from "./local-service.ts";

export interface LocalLedgerOptions {
  port: number;
  /** Keeps the books, and the log. */
  directory: string;
  token: string;
  eventsSecret: string;
  reportUrl: string;
}

/** Refunds settle some seconds later, so that there is something to report. */
export function localLedger({ port, directory, ...options }: LocalLedgerOptions) {
  mkdirSync(directory, { recursive: true });
  const variables = {
    LEDGER_TOKEN: options.token,
    LEDGER_EVENTS_SECRET: options.eventsSecret,
    REPORT_URL: options.reportUrl,
    SETTLES_REFUNDS: "later",
  };
  const log = join(directory, "ledger.log");
  const worker = localWorker("ledger", variables, { port, log, stateDirectory: directory });
  return { url: `http://127.0.0.1:${port}`, start: worker.start, end: worker.end };
}

export async function startLocalLedger(options: LocalLedgerOptions) {
  const { url, start, end } = localLedger(options);
  await start();
  return { url, end: () => end("SIGTERM") };
}
