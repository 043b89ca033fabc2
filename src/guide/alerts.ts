// What is posted to OPERATOR_ALERT_URL, as the operators' guide explains it.
import type { OperatorAlert } from "../domain/ports/operator-alerts.ts";

interface AlertText {
  when: string;
  action: string;
}

export const ALERTS: Record<OperatorAlert["type"], AlertText> = {
  "webhooks.failing": {
    when: "once, when a host of a merchant's webhook addresses has failed 20 times in a row; with `CELLS`, once for each database in which it does",
    action:
      "ask the merchant to repair it: it is probed every ten minutes, and gets all that waits after the first success. If many hosts fail at once, look at `DOH_URL` and Queues",
  },
  "webhooks.recovered": {
    when: "once, when such a host takes webhooks again, or nothing is sent to it any more",
    action: "nothing",
  },
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
  "database.filling": {
    when: "at 60 % of the 10 GB of a `database`, and at each further 10 %",
    action: "do its `next_step`: see [Growing](#growing)",
  },
};

/** Scheme, host and port of an address, and no payment: a mail gateway may forward it. */
export const ALERT_EXAMPLE: OperatorAlert = {
  id: "4f1c…",
  type: "webhooks.failing",
  timestamp: "2026-11-22T10:00:00.000Z",
  data: {
    merchant_id: "…",
    business_name: "Bean & Leaf",
    endpoint: "https://shop.example.com",
    failing_since: "2026-11-22T09:50:00.000Z",
    consecutive_failures: 20,
  },
};
