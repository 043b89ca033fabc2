// Reads what the counter has taken today.
import { listIntents, type Outcome } from "./api.ts";
import type { ListedSale } from "./day-total.ts";

const PAGE_LIMIT = "100";
const PAGES_MAX = 30;

export interface Day {
  /** Newest first. */
  sales: ListedSale[];
  /** There are more than were read. */
  isIncomplete: boolean;
}

/** The counter's intents since midnight, by this device's clock and time zone. */
export async function readDay(counterId: string, now: Date): Promise<Outcome<Day>> {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const query = { counter_id: counterId, created_from: midnight.toISOString(), limit: PAGE_LIMIT };
  const sales: ListedSale[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const read: Outcome<{ payment_intents: ListedSale[]; next_cursor: string | null }> = await listIntents(
      cursor === null ? query : { ...query, cursor },
    );
    if (read.kind !== "ok") return read;
    sales.push(...read.value.payment_intents);
    cursor = read.value.next_cursor;
    if (cursor === null) return { kind: "ok", value: { sales, isIncomplete: false } };
  }
  return { kind: "ok", value: { sales, isIncomplete: true } };
}
