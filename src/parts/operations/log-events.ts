import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  operator_alert_failed: {
    error: "`OPERATOR_ALERT_URL` did not take an alert; a later sweep sends it again under the same id",
    action: "read `error`",
  },
  operator_alerts_not_sent: {
    error: "nothing may be sent to `OPERATOR_ALERT_URL`, such as to a private address",
    action: "read `fault` and correct the address",
  },
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
