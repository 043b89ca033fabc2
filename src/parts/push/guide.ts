import type { PartGuide } from "#core/part-guide.ts";
import { logEvents } from "./log-events.ts";

export const guide = {
  logEvents,
  metrics: {
    payments_pushes_dropped_total: {
      labels: "reason",
      note: "`limit`: `LIMIT_PUSHES`. `circuit_open`: the push service had failed five times in a row, and gets one a minute. `unknown_service`: it is not in `PUSH_SERVICES` any more.",
      alert: [
        "`circuit_open` or `unknown_service` growing",
        "look at `push_failed` in the log, and at `PUSH_SERVICES`",
      ],
    },
  },
} satisfies PartGuide;
