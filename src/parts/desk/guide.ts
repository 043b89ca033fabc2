import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";

export const guide = {
  logEvents,
  findingTexts: {
    movement_unfinished:
      "a top-up, pay-out or adjustment has no result from the ledger, or the approval of a pay-out is overdue",
    movement_unrecorded:
      "the ledger has executed a top-up, pay-out or adjustment that is not here, or has ended otherwise here",
    float_mismatch: "the float is not what wallets and merchants have and what is in flight",
  },
  alerts: {
    "adjustment.requested": {
      when: "for each [adjustment](#move-money-by-hand), with the movement",
      action:
        "if you do not know of it, find who made it in the [audit trail](#audit-trail), replace that administrator's secret, and move the money back",
    },
    "float.mismatch": {
      when: "once an hour, while the float of a `currency` does not add up, by `difference`",
      action:
        "let no money out; then [reconcile](#reconciliation), and have the ledger's books audited: see [An alert came](#an-alert-came)",
    },
  },
} satisfies PartGuide;

declare global {
  interface PartAlerts {
    /** The movement as administrators read it. */
    "adjustment.requested": Record<string, unknown>;
    "float.mismatch": { currency: string; difference: string | null };
  }
}
