import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  ledger_report_failed: {
    warn: "the service did not take a report of the ledger's Worker, which sends it again",
  },
  ledger_not_configured: {
    error: "a variable of the ledger's Worker is missing or malformed, and every request to it gets 503",
    action: "set the variable that `error` names",
  },
  ledger_books_broken: {
    error:
      "the audit of the ledger's books found a sum that is not zero, a missing number, or a row that was changed, added or deleted; logged again each time it has gone through the books",
    action:
      "stop pay-outs, keep a copy, and compare `subject` with the copy of a day before: see [Back-up and audit](GO-LIVE.md#back-up-and-audit)",
  },
  ledger_journal_sealed: { info: "the newest link of the journal of the ledger's Worker" },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
