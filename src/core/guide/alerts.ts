// What is posted to OPERATOR_ALERT_URL, as the operators' guide explains it.
import type { OperatorAlert } from "#core/domain/ports/operator-alerts.ts";

export interface AlertText {
  when: string;
  action: string;
}

export const ALERTS = {
  "webhooks.failing": {
    when: "once, when a host of a merchant's webhook addresses has failed 20 times in a row; with `CELLS`, once for each database in which it does",
    action:
      "ask the merchant to repair it: it is probed every ten minutes, and gets all that waits after the first success. If many hosts fail at once, look at `DOH_URL` and Queues",
  },
  "webhooks.recovered": {
    when: "once, when such a host takes webhooks again, or nothing is sent to it any more",
    action: "nothing",
  },
  "database.filling": {
    when: "at 60 % of the 10 GB of a `database`, and at each further 10 %",
    action: "do its `next_step`: see [Growing](#growing)",
  },
} satisfies Partial<Record<OperatorAlert["type"], AlertText>>;

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
