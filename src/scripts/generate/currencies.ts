// Generates src/domain/currencies.ts: the codes and decimals of ISO 4217, without its countries and names.
import { data as iso4217 } from "currency-codes";
import { writeGenerated } from "./generated-file.ts";

/** ISO 4217 entries that are not money: metals, bond units, drawing rights, test codes. */
const NOT_MONEY = new Set("XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" "));
const CODES_PER_LINE = 24;

const money = iso4217.filter(({ code }) => !NOT_MONEY.has(code));
const codesByExponent = Map.groupBy(money, ({ digits }) => digits);
const rows = [...codesByExponent]
  .sort(([a], [b]) => a - b)
  .map(([exponent, currencies]) => `  ${exponent}: ${list(currencies.map(({ code }) => code).sort())},\n`);

writeGenerated(
  "src/domain/currencies.ts",
  `// Generated from ISO 4217 by npm run generate; do not edit.

/** The currencies' codes by the number of their decimals. */
export const CODES_BY_EXPONENT: Record<number, string> = {
${rows.join("")}};
`,
);

function list(codes: string[]): string {
  if (codes.length <= CODES_PER_LINE) return `"${codes.join(" ")}"`;
  const lines = Array.from({ length: Math.ceil(codes.length / CODES_PER_LINE) }, (_, line) =>
    codes.slice(line * CODES_PER_LINE, (line + 1) * CODES_PER_LINE).join(" "),
  );
  return `\`${lines.join("\n    ")}\``;
}
