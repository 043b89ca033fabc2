import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  reconcile_ledger_failed: {
    error: "the ledger failed during a reconciliation; the page leaves out what was to be compared with it",
    action: "read `error`, then reconcile again",
  },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
