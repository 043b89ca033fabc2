import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  merchant_erased: { info: "a merchant is [erased](reference/personal-data.md)" },
  wallet_erased: { info: "a wallet is erased" },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
