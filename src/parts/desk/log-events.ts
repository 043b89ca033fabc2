import type { LogEventText } from "#core/guide/log-events.ts";

export const logEvents = {
  sweep_movement_failed: {
    error:
      "the transfer of a movement could not be repeated, or its result not be stored; retried in a minute",
    action: "read `error`",
  },
  movement_key_taken: {
    error: "the ledger has another transfer under the key of `movement_id`; the movement stays `processing`",
    action: "see [Move money by hand](#move-money-by-hand)",
  },
  float_mismatch: {
    error:
      "in `currency` the float is not what wallets and merchants have and what is in flight, by `difference`, or null where the ledger does not say its sums exactly; checked once an hour",
    action: "have the ledger's operator audit its books, and let no money out until it adds up",
  },
} satisfies Record<string, LogEventText>;

type LogEvents = typeof logEvents;

declare global {
  interface PartLogEvents extends LogEvents {}
}
