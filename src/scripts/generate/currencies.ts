// Generates src/domain/currencies.ts: the codes and decimals of ISO 4217, without its countries and names. A code that
// ISO 4217 drops stays in the file, as a former one.
import { data as iso4217 } from "currency-codes";
import { CODES_BY_EXPONENT, FORMER_CODES_BY_EXPONENT } from "../../domain/currencies.ts";
import { exponentsByCode } from "../../domain/money.ts";
import { writeGenerated } from "./generated-file.ts";

/** ISO 4217 entries that are not money: metals, bond units, drawing rights, test codes. */
const NOT_MONEY = new Set("XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" "));
const CODES_PER_LINE = 24;

type ExponentsByCode = ReadonlyMap<string, number>;

const known = exponentsByCode(FORMER_CODES_BY_EXPONENT, CODES_BY_EXPONENT);
const current = new Map(
  iso4217.filter(({ code }) => !NOT_MONEY.has(code)).map(({ code, digits }) => [code, digits]),
);

writeGenerated(
  "src/domain/currencies.ts",
  `// Generated from ISO 4217 by npm run generate; do not edit.

/** The currencies' codes by the number of their decimals. */
export const CODES_BY_EXPONENT: Record<number, string> = ${table(current)};

/** The same for codes that ISO 4217 has dropped: not for new intents, but stored ones still have them. */
export const FORMER_CODES_BY_EXPONENT: Record<number, string> = ${table(formerCodes(known, current))};
`,
);

/**
 * The codes that ISO 4217 has dropped, with their exponents: rows in these currencies are still stored. Throws when a
 * code's exponent has changed, because every stored amount in it would be read as another one.
 */
function formerCodes(known: ExponentsByCode, current: ExponentsByCode): Map<string, number> {
  for (const [code, exponent] of current) {
    const before = known.get(code) ?? exponent;
    if (before !== exponent) throw new Error(`${code} had ${before} decimals and now has ${exponent}`);
  }
  return new Map([...known].filter(([code]) => !current.has(code)));
}

function table(currencies: ExponentsByCode): string {
  const codesByExponent = Map.groupBy(currencies, ([, exponent]) => exponent);
  const rows = [...codesByExponent]
    .sort(([a], [b]) => a - b)
    .map(([exponent, entries]) => `  ${exponent}: ${list(entries.map(([code]) => code).sort())},\n`);
  return rows.length === 0 ? "{}" : `{\n${rows.join("")}}`;
}

function list(codes: string[]): string {
  if (codes.length <= CODES_PER_LINE) return `"${codes.join(" ")}"`;
  const lines = Array.from({ length: Math.ceil(codes.length / CODES_PER_LINE) }, (_, line) =>
    codes.slice(line * CODES_PER_LINE, (line + 1) * CODES_PER_LINE).join(" "),
  );
  return `\`${lines.join("\n    ")}\``;
}
