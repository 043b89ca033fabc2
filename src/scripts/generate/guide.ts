// Writes the tables of the operators' guide that are kept beside the code, each between two marks.
import { readFileSync } from "node:fs";
import { FINDINGS } from "../../guide/findings.ts";
import { LOG_EVENTS, type LogEventText } from "../../guide/log-events.ts";
import { METRICS } from "../../guide/metrics.ts";
import { LEDGER_METRICS_HELP } from "../../ledger/metrics.ts";
import { METRICS_HELP } from "../../wire/operations/present-metrics.ts";
import { writeGenerated } from "./generated-file.ts";

const OPERATING = ".github/OPERATING.md";
const LEVELS = ["error", "warn", "info"] as const;
const HELP = { ...METRICS_HELP, ...LEDGER_METRICS_HELP };

const TABLES = {
  "log events": table(
    ["`event`", "Level", "What happened", "What to do"],
    Object.entries(LOG_EVENTS).flatMap(([event, text]) => rowsOf(event, text)),
  ),
  findings: table(
    ["`kind`", "What disagrees or is stuck"],
    Object.entries(FINDINGS).map(([kind, text]) => [`\`${kind}\``, text]),
  ),
  metrics: table(
    ["Metric", "Shows", "Alert when"],
    Object.entries(HELP).map(([name, help]) => {
      const { labels, note, alert = "" } = METRICS[name as keyof typeof HELP];
      return [`\`${name}${labels ? `{${labels}}` : ""}\``, note ? `${help} ${note}` : help, alert];
    }),
  ),
};

const guide = Object.entries(TABLES).reduce(
  (text, [name, rows]) => replaceBetweenMarks(text, name, rows),
  readFileSync(OPERATING, "utf8"),
);
writeGenerated(OPERATING, guide);

/** One for each level at which the event is logged. */
function rowsOf(event: string, text: LogEventText): string[][] {
  return LEVELS.flatMap((level) => {
    const what = text[level];
    return what === undefined ? [] : [[`\`${event}\``, level, what, text.action ?? ""]];
  });
}

function table(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

function replaceBetweenMarks(text: string, name: string, replacement: string): string {
  const [begin, end] = [`<!-- ${name}, written by npm run generate -->\n`, `\n<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${OPERATING} has no marks for ${name}`);
  return text.slice(0, from + begin.length) + replacement + text.slice(to);
}
