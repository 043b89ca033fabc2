// An amount in major units as a condition: how many minor units it is depends on the currency of each row.
import { type SQL, sql } from "drizzle-orm";
import { EXPONENTS, parseAmount, USUAL_EXPONENT } from "../../domain/money.ts";

/** Codes of the currencies that do not have the usual number of decimals, quoted for SQL. */
const UNUSUAL = Map.groupBy(
  [...EXPONENTS].filter(([, exponent]) => exponent !== USUAL_EXPONENT),
  ([, exponent]) => exponent,
);

/** Whether a row has this amount, which is decimal text such as "12.50". */
export function hasAmount(amount: string): SQL {
  const cases = [...UNUSUAL].map(([exponent, codes]) => {
    const list = codes.map(([code]) => `'${code}'`).join(", ");
    return sql`WHEN currency IN (${sql.raw(list)}) THEN ${minorUnits(amount, exponent)}`;
  });
  return sql`amount_minor = CASE ${sql.join(cases, sql` `)} ELSE ${minorUnits(amount, USUAL_EXPONENT)} END`;
}

/** Null, which equals nothing, for an amount that these currencies cannot have. */
function minorUnits(amount: string, exponent: number): number | null {
  const minor = parseAmount(amount, exponent);
  return minor.ok ? minor.value : null;
}
