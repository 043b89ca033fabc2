// What the list of payments is searched by: in the address of the view, and in the API's terms.
import { addDays, startOfDay } from "#core/lib/local-time.ts";
import type { PaymentIntent } from "#sdk/index.ts";
import { isStateFilter, STATE_FILTERS, type StateFilter } from "./payment-state.ts";

export interface PaymentSearch {
  reference: string | null;
  amount: string | null;
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
    reference: text("reference"),
    amount: text("amount"),
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

/** The parameters of the operation. */
export function searchQuery(search: PaymentSearch, timeZone: string): Record<string, string | null> {
  const { reference, amount, counter, from, to, cursor, state } = search;
  return {
    reference,
    // People write a comma as well.
    amount: amount?.replace(",", ".") ?? null,
    counter_id: counter,
    created_from: from && new Date(startOfDay(from, timeZone)).toISOString(),
    created_to: to && new Date(startOfDay(addDays(to, 1), timeZone)).toISOString(),
    cursor,
    ...(state === null ? {} : STATE_FILTERS[state]),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whoever searches for a payment's id means that payment. */
export function isPaymentId(text: string | null): text is string {
  return text !== null && UUID.test(text);
}
