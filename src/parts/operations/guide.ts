import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";
import { METRICS } from "./metric-texts.ts";
import { METRICS_HELP } from "./wire/present-metrics.ts";

export const guide = {
  logEvents,
  metrics: METRICS,
  metricsHelp: METRICS_HELP,
} satisfies PartGuide;
