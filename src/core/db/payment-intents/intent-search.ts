// What a list of intents is asked for, and how it is read: from the one index that its most selective filter has. Filters
// beyond the first, and an amount, are applied to what that index gives, within a bound.
import { type SQL, sql } from "drizzle-orm";
import { IS_OPEN } from "#core/db/schema/payment-intents.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { EXPONENTS, parseAmount, USUAL_EXPONENT } from "#core/domain/money.ts";
import type { IntentStatus, RefundStatus } from "#core/domain/payment-intents/payment-intent.ts";
import { CLOCK_SKEW_MS } from "#core/domain/shards/shard-ids.ts";
import { NUMBER_MS_MAX } from "#core/lib/numbers.ts";

/** How many intents one request looks through for an amount or for several filters, in each shard. */
export const SEARCHED_MAX = 1_000;

export interface IntentFilter {
  status: IntentStatus | null;
  refundStatus: RefundStatus | null;
  counterId: string | null;
  reference: string | null;
  /** The amount is in major units, as decimal text, whatever the currency. */
  amount: string | null;
  /** Inclusive. */
  createdFrom: number | null;
  /** Exclusive. */
  createdTo: number | null;
  /** It is written as it is shown. Without a time, it is looked for in the last days alone. */
  number: string | null;
  /** It has at least six digits. */
  idPrefix: string | null;
}

/** Neither has an index: see named-intents.ts. */
type Names = Pick<IntentFilter, "number" | "idPrefix">;

/** What one index gives; `status` is any but `expired`. */
export type Source = "reference" | "refundStatus" | "counterId" | "status" | "expired" | "all";

/** What the statements are given. `before` is where the list begins, exclusive. */
export interface Values extends Omit<IntentFilter, "amount" | "createdFrom" | "createdTo" | keyof Names> {
  merchantId: string;
  createdFrom: number;
  beforeTime: number;
  beforeId: string;
  now: number;
}

export interface Search extends Names {
  source: Source;
  /** The conditions of all other filters, on columns named as in payment_intents. */
  others: SQL[];
  values: Values;
}

const NEWEST: Cursor = { createdAt: Number.MAX_SAFE_INTEGER, id: "" };

/** The most selective filter first, with its column. */
const COLUMNS = {
  reference: sql`reference`,
  refundStatus: sql`refund_status`,
  counterId: sql`counter_id`,
  status: sql`status`,
};
const FILTERS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export function searchFor(merchantId: string, filter: IntentFilter, now: number): Search {
  const { amount, number, idPrefix, ...given } = filter;
  const { createdFrom, createdTo, ...wanted } =
    number === null ? given : { ...given, ...timeOfNumber(given, now) };
  const filters = FILTERS.filter((name) => wanted[name] !== null);
  const first = isNamed(filter) ? undefined : filters[0];
  const others = filters.filter((name) => name !== first);
  const end = createdTo === null ? NEWEST : { createdAt: createdTo, id: "" };
  return {
    number,
    idPrefix,
    source:
      first === undefined ? "all" : first === "status" && wanted.status === "expired" ? "expired" : first,
    others: [
      ...others.map((name) => condition(name, wanted, now)),
      ...(amount === null ? [] : [hasAmount(amount)]),
    ],
    values: {
      ...wanted,
      merchantId,
      createdFrom: createdFrom ?? 0,
      beforeTime: end.createdAt,
      beforeId: end.id,
      now,
    },
  };
}

export function isNamed({ number, idPrefix }: Names): boolean {
  return number !== null || idPrefix !== null;
}

/** The last days, or as many from or to the time that is given. */
function timeOfNumber(
  { createdFrom, createdTo }: Pick<IntentFilter, "createdFrom" | "createdTo">,
  now: number,
) {
  const latest = now + CLOCK_SKEW_MS;
  const to = createdTo ?? Math.min(latest, (createdFrom ?? latest) + NUMBER_MS_MAX);
  return { createdFrom: createdFrom ?? to - NUMBER_MS_MAX, createdTo: to };
}

function condition(name: keyof typeof COLUMNS, wanted: Pick<Values, typeof name>, now: number): SQL {
  return name === "status" && wanted.status === "expired"
    ? sql`(status = 'expired' OR (${IS_OPEN} AND expires_at <= ${now}))`
    : sql`${COLUMNS[name]} = ${wanted[name]}`;
}

export function startingAfter(search: Search, { createdAt: time, id: last }: Cursor): Search {
  const { beforeTime, beforeId } = search.values;
  const isEarlier = time < beforeTime || (time === beforeTime && last < beforeId);
  return isEarlier ? { ...search, values: { ...search.values, beforeTime: time, beforeId: last } } : search;
}

/** The last intent that a search looks through, in SELECTs of (createdAt, id); none when that is all of them. */
export function whereEndOfSearch(positions: readonly SQL[]): SQL {
  return sql`id = (SELECT id FROM (
    ${sql.join([...positions], sql` UNION ALL `)} ORDER BY "createdAt" DESC, id DESC LIMIT 1 OFFSET ${SEARCHED_MAX - 1}))`;
}

/** Codes of the currencies that do not have the usual number of decimals, quoted for SQL. */
const UNUSUAL = Map.groupBy(
  [...EXPONENTS].filter(([, exponent]) => exponent !== USUAL_EXPONENT),
  ([, exponent]) => exponent,
);

/**
 * Whether a row has this amount, which is decimal text such as "12.50". How many minor units it is depends on the currency
 * of the row.
 */
function hasAmount(amount: string): SQL {
  const cases = [...UNUSUAL].map(([exponent, codes]) => {
    const list = codes.map(([code]) => `'${code}'`).join(", ");
    return sql`WHEN currency IN (${sql.raw(list)}) THEN ${minorUnits(amount, exponent)}`;
  });
  return sql`amount_minor = CASE ${sql.join(cases, sql` `)} ELSE ${minorUnits(amount, USUAL_EXPONENT)} END`;
}

/** Returns null, which equals nothing, for an amount that these currencies cannot have. */
function minorUnits(amount: string, exponent: number): number | null {
  const minor = parseAmount(amount, exponent);
  return minor.ok ? minor.value : null;
}
