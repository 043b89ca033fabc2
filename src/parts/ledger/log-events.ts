import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  ledger_report_failed: {
    warn: "the service did not take a report of the ledger's Worker, which sends it again",
  },
  ledger_not_configured: {
    error: "a variable of the ledger's Worker is missing or malformed, and every request to it gets 503",
    action: "set the variable that `error` names",
  },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
