// Writes what is kept in src/core/guide into .github/reference, a page each, and into .dev.vars.example.
import type { ReferencePage } from "../../core/part-guide.ts";
import "../../main/add-parts.ts";
import type { OperatorAlert } from "../../core/domain/ports/operator-alerts.ts";
import {
  actionOn,
  FINDING_KINDS,
  type FindingKind,
} from "../../core/domain/reconciliation/reconciliation.ts";
import { ALERT_EXAMPLE, ALERTS, type AlertText } from "../../core/guide/alerts.ts";
import { KEYS } from "../../core/guide/keys.ts";
import { LOG_EVENTS, type LogEventText } from "../../core/guide/log-events.ts";
import type { MetricText } from "../../core/part-guide.ts";
import { LEDGER_VARIABLES, SECRET_NAMES, VARIABLES, type VariableText } from "../../main/guide/variables.ts";
import { mergeLists } from "../../main/merge-lists.ts";
import * as parts from "../../main/parts-guide.ts";
import { plain } from "../variable-texts.ts";
import { writeGenerated } from "./generated-file.ts";
import { table, writePage } from "./reference-page.ts";

const LEVELS = ["error", "warn", "info"] as const;
const HELP: Record<string, string> = mergeLists(parts, "metricsHelp");
const ALL_ALERTS: Record<OperatorAlert["type"], AlertText> = { ...ALERTS, ...mergeLists(parts, "alerts") };
const ALL_FINDINGS: Record<FindingKind, string> = mergeLists(parts, "findingTexts");
const ALL_LOG_EVENTS = { ...LOG_EVENTS, ...mergeLists(parts, "logEvents") };
const ALL_METRICS: Record<string, MetricText> = mergeLists(parts, "metrics");

writePage(
  "variables",
  "Variables",
  "If one is missing or malformed, every API request gets an opaque 503, and the log names it. In `live` all addresses are https, `DOH_URL` is set, `WEBHOOK_ALLOW_PRIVATE` is `false` and `RATE_LIMITS` is `on`, unless `PUBLIC_URL` is a loopback address.",
  variablesTable(VARIABLES),
  "## The ledger's Worker",
  "They are in `wrangler.ledger.toml`.",
  variablesTable(LEDGER_VARIABLES),
);
writePage(
  "log-events",
  "Log events",
  "The log has one JSON object per line, with `level` and `event`; every `error` is worth an alert. `request_failed` has the `status`, `code`, `method`, `route`, `client_id` and `request_id` of a request; those that succeed are not logged. No line has a query's parameters.",
  table(
    ["`event`", "Level", "What happened", "What to do"],
    Object.entries<LogEventText>(ALL_LOG_EVENTS).flatMap(([event, text]) => rowsOf(event, text)),
  ),
);
writePage(
  "findings",
  "Findings of the reconciliation",
  "[Reconciliation](#reconciliation) names each by its `kind`, with what it has found and with these steps. `{…}` is a member of the finding.",
  table(
    ["`kind`", "What disagrees or is stuck", "What to do"],
    FINDING_KINDS.map((kind) => [`\`${kind}\``, ALL_FINDINGS[kind], actionOn(kind)]),
  ),
);
writePage(
  "alerts",
  "Alerts",
  "They are posted to `OPERATOR_ALERT_URL` as JSON. What gets no 2xx within 5 seconds is sent again by a later sweep, under the same `id`; an alert may arrive twice. The address is checked like a webhook's.",
  table(
    ["`type`", "When", "What to do"],
    Object.entries(ALL_ALERTS).map(([type, { when, action }]) => [`\`${type}\``, when, action]),
  ),
  `\`\`\`json\n${JSON.stringify(ALERT_EXAMPLE)}\n\`\`\``,
);
writePage(
  "metrics",
  "Metrics",
  "`GET /metrics` is in Prometheus' text format, for administrators and for `METRICS_TOKEN` as a bearer token. Counters (`_total`, and the histogram) are one to two minutes behind; gauges are read at the time of the scrape, and cells report theirs every ten minutes. While D1 is down, watch `GET /health` and the log.",
  table(
    ["Metric", "Shows", "Alert when", "What to do"],
    Object.entries(HELP).map(([name, help]) => {
      const text = ALL_METRICS[name];
      if (text === undefined) throw new Error(`the operators' guide has no text for ${name}`);
      const { labels, note, alert = ["", ""] } = text;
      return [`\`${name}${labels ? `{${labels}}` : ""}\``, note ? `${help} ${note}` : help, ...alert];
    }),
  ),
);
writePage(
  "keys",
  "Keys",
  "How each is replaced; `npx wrangler secret put NAME --env live` sets one.",
  table(
    ["Key", "How to replace it", "The old one is out of use when"],
    Object.entries(KEYS).map(([key, { replace, until }]) => [key, replace, until]),
  ),
);
for (const [name, page] of Object.entries<ReferencePage>(mergeLists(parts, "referencePages"))) {
  const content = page.content.map((each) =>
    typeof each === "string" ? each : table(each[0], each.slice(1)),
  );
  writePage(name, page.title, ...content);
}

const secrets = SECRET_NAMES.map((name) => {
  const { kind, means, more } = VARIABLES[name];
  const text = plain(more === undefined ? means : `${means}. ${more}`);
  return `# ${kind === "optional secret" ? "Optional" : "Secret"}: ${text}\n${name}=""\n`;
});
writeGenerated(
  ".dev.vars.example",
  `# Written by npm run generate. \`npm start\` writes .dev.vars with random values.\n${secrets.join("")}`,
);

function variablesTable(variables: Record<string, VariableText>): string {
  const rows = Object.entries(variables).map(([name, { kind = "", means, more }]) => [
    `\`${name}\``,
    kind,
    more === undefined ? means : `${means}. ${more}`,
  ]);
  return table(["Variable", "Kind", "Meaning"], rows);
}

/** One for each level at which the event is logged. */
function rowsOf(event: string, text: LogEventText): string[][] {
  return LEVELS.flatMap((level) => {
    const what = text[level];
    return what === undefined ? [] : [[`\`${event}\``, level, what, text.action ?? ""]];
  });
}
