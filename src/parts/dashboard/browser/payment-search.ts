// What the list of payments is searched by: in the address of the view, and in the API's terms.
import { addDays, dateIn, daysBetween, startOfDay } from "#core/lib/local-time.ts";
import type { PaymentIntent } from "#sdk/index.ts";
import { isStateFilter, STATE_FILTERS, type StateFilter } from "./payment-state.ts";

export interface PaymentSearch {
  /** A number, a reference, an id or its beginning, an amount, or a day. */
  text: string | null;
  state: StateFilter | null;
  counter: string | null;
  /** Days as YYYY-MM-DD, both included. */
  from: string | null;
  to: string | null;
  cursor: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readSearch(query: URLSearchParams): PaymentSearch {
  const text = (name: string) => query.get(name)?.trim() || null;
  const day = (name: string) => (DAY.test(text(name) ?? "") ? text(name) : null);
  const state = text("state");
  return {
    text: text("text"),
    state: isStateFilter(state) ? state : null,
    counter: text("counter"),
    from: day("from"),
    to: day("to"),
    cursor: text("cursor"),
  };
}

export function isFiltered({ cursor: _, ...filters }: PaymentSearch): boolean {
  return Object.values(filters).some((value) => value !== null);
}

/** The one day that is searched: as YYYY-MM-DD, and null for more days or none. */
export function searchedDay({ text, from, to }: PaymentSearch, locale: string): string | null {
  if (text !== null) return dayIn(text, locale);
  return from === to ? from : null;
}

export type Admitted = Pick<PaymentIntent, "counter_id" | "status" | "refund_status">;

/**
 * Whether a new payment belongs into the list: known where it is searched by state and counter alone. What is searched by
 * more stays as it was found.
 */
export function admits({ state, counter, cursor: _, ...more }: PaymentSearch, payment: Admitted): boolean {
  if (Object.values(more).some((value) => value !== null)) return false;
  if (counter !== null && payment.counter_id !== counter) return false;
  const asked: Partial<Admitted> = state === null ? {} : STATE_FILTERS[state];
  return (
    (asked.status ?? payment.status) === payment.status &&
    (asked.refund_status ?? payment.refund_status) === payment.refund_status
  );
}

type Query = Record<string, string | null>;

interface Place {
  timeZone: string;
  locale: string;
  now: number;
}

/** Without days, numbers and amounts are looked for in so many. */
const RECENT_DAYS = 31;

/** The parameters of the operation, for each that the text may be. */
export function searchQueries(search: PaymentSearch, place: Place): Query[] {
  const { text, counter, cursor, state } = search;
  const days = (from: string | null, to: string | null) => ({
    created_from: from && new Date(startOfDay(from, place.timeZone)).toISOString(),
    created_to: to && new Date(startOfDay(addDays(to, 1), place.timeZone)).toISOString(),
  });
  const all = {
    ...days(search.from, search.to),
    ...{ counter_id: counter, cursor },
    ...(state === null ? {} : STATE_FILTERS[state]),
  };
  if (text === null) return [all];
  const day = dayIn(text, place.locale);
  if (day !== null) return [{ ...all, ...days(day, day) }];
  const last = search.to ?? dateIn(place.timeZone, place.now);
  const earliest = addDays(last, 1 - RECENT_DAYS);
  const from = search.from !== null && daysBetween(search.from, last) <= RECENT_DAYS ? search.from : earliest;
  const recent = { ...all, ...days(from, search.to) };
  const amount = AMOUNT.exec(text)?.[1]?.replace(",", ".") ?? null;
  return [
    { ...all, reference: text },
    ...(NUMBER.test(text) ? [{ ...recent, number: text }] : []),
    ...(ID_PREFIX.test(text) ? [{ ...all, id_prefix: text }] : []),
    ...(amount === null ? [] : [{ ...recent, amount }]),
  ];
}

/** With I, L and O, which people read for digits. */
const NUMBER = /^#?[0-9A-TV-Z]{6}$/i;
/** People write a comma as well, and the currency as pages show it. */
const AMOUNT = /^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})?\s*(\d{1,12}(?:[.,]\d{1,4})?)\s*(?:[A-Z]{3}|\p{Sc})?$/u;
const ID_PREFIX = /^[0-9a-f]{6,8}(-[0-9a-f-]{0,27})?$/i;
const DATE = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})$/;

/** Returns YYYY-MM-DD; null for what is no day. The year comes first, or where the language has it. */
function dayIn(text: string, locale: string): string | null {
  const parts = DATE.exec(text)?.slice(1) ?? [];
  const usual = new Intl.DateTimeFormat(locale, { year: "numeric", month: "numeric", day: "numeric" });
  const order = usual.formatToParts(0).flatMap(({ type }) => (type === "literal" ? [] : [type]));
  const names = parts[0]?.length === 4 ? ["year", "month", "day"] : order;
  const part = (name: string) => parts[names.indexOf(name)] ?? "";
  const year = part("year").length === 2 ? `20${part("year")}` : part("year");
  const date = `${year}-${part("month").padStart(2, "0")}-${part("day").padStart(2, "0")}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

export interface Page {
  payments: PaymentIntent[];
  next: string | null;
}

/** The pages of several queries as one: what the text is in one sense may be nothing in another. */
export function mergePages(pages: readonly Page[]): Page {
  const found = new Map(pages.flatMap(({ payments }) => payments).map((payment) => [payment.id, payment]));
  const going = pages.filter(({ next }) => next !== null);
  const ends = going.toSorted((one, other) => newestFirst(lastOf(one), lastOf(other)));
  return { payments: [...found.values()].sort(newestFirst), next: ends[0]?.next ?? null };
}

function lastOf({ payments }: Page): Pick<PaymentIntent, "created_at" | "id"> {
  return payments.at(-1) ?? { created_at: "", id: "" };
}

export function newestFirst(
  one: Pick<PaymentIntent, "created_at" | "id">,
  other: Pick<PaymentIntent, "created_at" | "id">,
): number {
  return other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id);
}
