// Writes what is kept in src/guide into the guides, each table between two marks, and into .dev.vars.example.
import { readFileSync } from "node:fs";
import { FINDINGS } from "../../guide/findings.ts";
import { LOG_EVENTS, type LogEventText } from "../../guide/log-events.ts";
import { METRICS } from "../../guide/metrics.ts";
import { LEDGER_VARIABLES, SECRET_NAMES, VARIABLES, type VariableText } from "../../guide/variables.ts";
import { LEDGER_METRICS_HELP } from "../../ledger/metrics.ts";
import { METRICS_HELP } from "../../wire/operations/present-metrics.ts";
import { plain } from "../variable-texts.ts";
import { writeGenerated } from "./generated-file.ts";

const LEVELS = ["error", "warn", "info"] as const;
const HELP = { ...METRICS_HELP, ...LEDGER_METRICS_HELP };

writeTables(".github/OPERATING.md", {
  variables: variablesTable(VARIABLES),
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
});
writeTables(".github/GO-LIVE.md", { "variables of the ledger": variablesTable(LEDGER_VARIABLES) });

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

function table(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

function writeTables(document: string, tables: Record<string, string>): void {
  let text = readFileSync(document, "utf8");
  for (const [name, rows] of Object.entries(tables)) text = replaceBetweenMarks(text, name, rows);
  writeGenerated(document, text);
}

function replaceBetweenMarks(text: string, name: string, replacement: string): string {
  const [begin, end] = [`<!-- ${name}, written by npm run generate -->\n`, `\n<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there are no marks for ${name}`);
  return text.slice(0, from + begin.length) + replacement + text.slice(to);
}
