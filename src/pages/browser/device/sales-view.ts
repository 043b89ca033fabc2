// Today's total and the last day's sales: to look at, to print again, to give back.
import { dateIn } from "../../../core/lib/local-time.ts";
import { formatMoney } from "../../format.ts";
import { icon } from "../kit/device-icons.ts";
import { button, show } from "../kit/elements.ts";
import { type Child, h, isolated } from "../kit/h.ts";
import { openSheet } from "../kit/sheet.ts";
import type { Speech } from "./language.ts";
import type { SaleIntent } from "./sale.ts";
import { type Day, readDay, readSales, type Sales } from "./sales.ts";

interface RowActions {
  print(sale: SaleIntent): void;
  /** Shows more of it. `onChange` gets what it has become. */
  open(sale: SaleIntent, timeZone: string, onChange: (sale: SaleIntent) => void): void;
}

export function openSales(speech: Speech, counterId: string, actions: RowActions): void {
  openDay(speech, speech.texts.sales, async () => {
    const day = await readDay(counterId);
    return day.kind === "ok" ? dayOf(day.value, counterId, speech, actions) : null;
  });
}

/** `read`: null when it could not be read. */
export function openDay(
  speech: Speech,
  { title, failed }: { title: string; failed: string },
  read: () => Promise<HTMLElement[] | null>,
): void {
  const { texts } = speech;
  const content = h(
    "div",
    { class: "sales", "aria-busy": "true" },
    h("p", { role: "status" }, texts.loading),
  );
  openSheet({ title, close: texts.close, className: "side", content });
  const load = async () => {
    const day = await read();
    content.removeAttribute("aria-busy");
    content.replaceChildren(...(day ?? [failureOf(failed, texts.retry, () => void load())]));
  };
  void load();
}

function failureOf(failed: string, retry: string, click: () => void): HTMLElement {
  const again = h("button", { type: "button", class: "big", click }, retry);
  return h("div", { class: "centre", role: "alert" }, h("p", {}, failed), again);
}

function dayOf(day: Day, counterId: string, speech: Speech, actions: RowActions): HTMLElement[] {
  const { texts, locale } = speech;
  const totals = day.totals.map(({ currency, paid, refunded }) => {
    const amount = ({ amount_decimal }: typeof paid) => formatMoney(amount_decimal, currency, locale);
    return totalOf(
      texts.sales.today,
      amount(paid),
      texts.sales.count(paid.count),
      refunded.count === 0 ? null : texts.sales.refunded(amount(refunded)),
    );
  });
  const pageOf = ({ list, next }: Sales) => ({
    rows: list.map((sale) => rowOf(sale, day, speech, actions)),
    next,
  });
  const readMore = async (next: string) => {
    const read = await readSales(counterId, next);
    return read.kind === "ok" ? pageOf(read.value) : null;
  };
  return [...totals, ...listOf(pageOf(day.sales), texts.sales, readMore)];
}

export function totalOf(label: string, amount: string, ...more: readonly Child[]): HTMLElement {
  const lines = more.map((text) => text && h("span", {}, text));
  return h("div", { class: "total" }, h("span", {}, label), h("strong", {}, isolated(amount)), lines);
}

interface Page {
  rows: readonly HTMLElement[];
  /** Where the next one begins; null at the end of the list. */
  next: string | null;
}

/** `read`: null when the next page could not be read; the button stays. */
export function listOf(
  { rows, next }: Page,
  { none, more }: { none: string; more: string },
  read: (next: string) => Promise<Page | null>,
): HTMLElement[] {
  const list = rows.length === 0 ? h("p", { class: "centre" }, none) : h("ul", {}, rows);
  let position = next;
  const readMore = async () => {
    const page = position && (await read(position));
    if (!page) return;
    list.append(...page.rows);
    position = page.next;
    show(earlier, position !== null);
  };
  const earlier = button(more, readMore, "big");
  show(earlier, position !== null);
  return [list, earlier];
}

/** What has become of a sale, in words. */
export function stateOf(sale: SaleIntent, { ends, sales, approval }: Speech["texts"]): string {
  const { status, refund_status: refund, cancellation_reason: reason } = sale;
  if (refund !== null) return sales.refund[refund];
  if (status === "pending") return sales.open;
  if (status === "pending_approval") return approval.title;
  if (reason === "rejected_by_customer") return ends.declined.title;
  return ends[status === "completed" ? "paid" : status].title;
}

function rowOf(sale: SaleIntent, day: Day, speech: Speech, actions: RowActions): HTMLElement {
  const become = (changed: SaleIntent) => {
    const next = rowOf(changed, day, speech, actions);
    row.replaceWith(next);
    row = next;
  };
  let row = dayRow(sale, speech, {
    status: sale.refund_status === null ? sale.status : "refunded",
    state: stateOf(sale, speech.texts),
    timeZone: day.timeZone,
    isEarlier: dateIn(day.timeZone, Date.parse(sale.created_at)) !== day.today,
    print: sale.status === "completed" ? () => actions.print(sale) : null,
    open: () => actions.open(sale, day.timeZone, become),
  });
  row.append(h("span", { class: "who" }, isolated(sale.number)));
  return row;
}

interface RowParts {
  status: string;
  /** It is in words. */
  state: string;
  timeZone: string;
  /** It is of a day before: that is named. */
  isEarlier?: boolean;
  print: (() => void) | null;
  open?: () => void;
}

export function dayRow(
  { created_at, amount_decimal, currency }: Pick<SaleIntent, "created_at" | "amount_decimal" | "currency">,
  { texts, locale }: Speech,
  { status, state, timeZone, isEarlier = false, print, open }: RowParts,
): HTMLElement {
  const day = isEarlier ? ({ weekday: "short", hour: "numeric", minute: "2-digit" } as const) : null;
  const format = new Intl.DateTimeFormat(locale, { ...(day ?? { timeStyle: "short" }), timeZone });
  const time = format.format(Date.parse(created_at));
  const amount = formatMoney(amount_decimal, currency, locale);
  const label = `${texts.receipt.again}: ${amount}, ${time}`;
  return h(
    "li",
    { "data-status": status },
    h("time", { datetime: created_at }, time),
    h(
      "strong",
      {},
      open === undefined
        ? isolated(amount)
        : h("button", { type: "button", class: "quiet", click: open }, isolated(amount)),
    ),
    h("span", { class: "state" }, state),
    print &&
      h("button", { type: "button", class: "quiet", "aria-label": label, click: print }, icon("print")),
  );
}
