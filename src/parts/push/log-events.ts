import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  push_failed: {
    warn: "a request for approval could not be pushed to a browser in three attempts, or in one that timed out; the wallet shows it when it is opened",
  },
  push_refused: {
    warn: "a push service refuses a browser's subscription for good, and it is deleted",
    action: "if it is so with all, look at the `VAPID_…` variables",
  },
  pushes_not_queued: {
    warn: "a request for approval could be pushed to none of a wallet's browsers, or not again; the wallet shows it when it is opened",
  },
  dropped_pushes_not_counted: { warn: "D1 did not store how many pushes were not sent" },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
