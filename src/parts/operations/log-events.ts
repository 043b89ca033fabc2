import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  sealed_value_unreadable: {
    error: "a value could not be moved to the current master key",
    action: "see [Rotate keys](#the-master-key)",
  },
  values_resealed: { info: "values were encrypted under the current [master key](#the-master-key)" },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
