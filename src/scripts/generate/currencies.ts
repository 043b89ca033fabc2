// Generates src/core/domain/currencies.ts from the list of ISO 4217 beside it, without its countries and names.
import { readFileSync } from "node:fs";
import { CODES_BY_EXPONENT, FORMER_CODES_BY_EXPONENT } from "../../core/domain/currencies.ts";
import { exponentsByCode } from "../../core/domain/money.ts";
import { writeGenerated } from "./generated-file.ts";

/** The standard's lists one and three. A code that leaves list one is moved to `ended`, with the first day without it. */
interface Iso4217 {
  /** Where the days are from. */
  note: string;
  published: string;
  /** What people are paid in, by decimals. */
  currencies: Record<string, string>;
  /** Funds codes and units of account with decimals. */
  units: Record<string, string>;
  /** Metals, bond units, drawing rights, test codes. */
  notMoney: string;
  ended: Record<string, { since: string; decimals: number }>;
  /** What no stored amount can be in, since it ended before this service knew any currency, by day. */
  endedBefore: Record<string, string>;
}

const CODES_PER_LINE = 24;

const list = JSON.parse(readFileSync("src/scripts/generate/iso-4217.json", "utf8")) as Iso4217;
const payable = exponentsByCode(list.currencies);
const units = exponentsByCode(list.units);
const ended = Object.entries(list.ended).map(([code, { decimals }]) => [code, decimals] as const);
const former = new Map([...units, ...ended]);

requireKept(exponentsByCode(FORMER_CODES_BY_EXPONENT, CODES_BY_EXPONENT), new Map([...former, ...payable]));
const codesByDay = new Map(Object.entries(list.endedBefore));
for (const [code, { since }] of Object.entries(list.ended))
  codesByDay.set(since, `${codesByDay.get(since) ?? ""} ${code}`.trim());
const days = [...codesByDay].sort(([a], [b]) => a.localeCompare(b));

writeGenerated(
  "src/core/domain/currencies.ts",
  `// Generated from ISO 4217 of ${list.published} by npm run generate; do not edit.

/** The codes of what people are paid in, by the number of their decimals. */
export const CODES_BY_EXPONENT: Record<number, string> = ${table(payable)};

/** Nothing new may be in these: currencies that have ended, funds and units of account. Stored rows may be. */
export const FORMER_CODES_BY_EXPONENT: Record<number, string> = ${table(former)};

/** Currencies that have ended, by the first day without them. */
export const ENDED: Record<string, string> = {\n${days.map(([day, codes]) => `  "${day}": "${codes}",\n`).join("")}};

/** Codes of ISO 4217 that nobody is paid in. */
export const NOT_PAID_IN =
  ${text([...units.keys(), ...list.notMoney.split(" ")].sort())};
`,
);

/** Every stored amount in a code that is missing, or has other decimals, would be read as another one. */
function requireKept(known: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): void {
  for (const [code, exponent] of known)
    if (now.get(code) !== exponent)
      throw new Error(`${code} had ${exponent} decimals and now ${now.get(code)}`);
}

function table(currencies: ReadonlyMap<string, number>): string {
  const codesByExponent = Map.groupBy(currencies, ([, exponent]) => exponent);
  const rows = [...codesByExponent]
    .sort(([a], [b]) => a - b)
    .map(([exponent, entries]) => `  ${exponent}: ${text(entries.map(([code]) => code).sort())},\n`);
  return `{\n${rows.join("")}}`;
}

function text(codes: string[]): string {
  if (codes.length <= CODES_PER_LINE) return `"${codes.join(" ")}"`;
  const lines = Array.from({ length: Math.ceil(codes.length / CODES_PER_LINE) }, (_, line) =>
    codes.slice(line * CODES_PER_LINE, (line + 1) * CODES_PER_LINE).join(" "),
  );
  return `\`${lines.join("\n    ")}\``;
}
