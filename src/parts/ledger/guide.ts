import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";
import { LEDGER_METRICS_HELP } from "./metrics.ts";

export const guide = {
  logEvents,
  metricsHelp: LEDGER_METRICS_HELP,
  metrics: {
    payments_ledger_settlements_due: { note: "Of the ledger's Worker." },
    payments_ledger_settlement_due_oldest_seconds: {
      note: "Of the ledger's Worker.",
      alert: ["above 300: its Cron trigger does not fire", "deploy the ledger's Worker again"],
    },
    payments_ledger_reports_unsent: { note: "Of the ledger's Worker." },
    payments_ledger_report_unsent_oldest_seconds: {
      note: "Of the ledger's Worker.",
      alert: ["above 3600", "compare `REPORT_URL` and `LEDGER_EVENTS_SECRET` with the service's"],
    },
  },
} satisfies PartGuide;
