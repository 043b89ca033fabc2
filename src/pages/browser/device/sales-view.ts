// Today's total and the last sales, to print again.
import { formatMoney } from "../../format.ts";
import { icon } from "../kit/device-icons.ts";
import { h, isolated } from "../kit/h.ts";
import { openSheet } from "../kit/sheet.ts";
import type { Speech } from "./language.ts";
import type { SaleIntent } from "./sale.ts";
import { type Day, readDay } from "./sales.ts";

export function openSales(speech: Speech, counterId: string, print: (sale: SaleIntent) => void): void {
  openDay(speech, speech.texts.sales, async () => {
    const day = await readDay(counterId);
    return day.kind === "ok" ? dayOf(day.value, speech, print) : null;
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

function dayOf(
  { totals: sums, sales, timeZone }: Day,
  speech: Speech,
  print: (sale: SaleIntent) => void,
): HTMLElement[] {
  const { texts, locale } = speech;
  const totals = sums.map(({ currency, paid, refunded }) => {
    const amount = ({ amount_decimal }: typeof paid) => formatMoney(amount_decimal, currency, locale);
    return totalOf(
      texts.sales.today,
      amount(paid),
      texts.sales.count(paid.count),
      refunded.count === 0 ? null : texts.sales.refunded(amount(refunded)),
    );
  });
  const rows = sales.map((sale) => rowOf(sale, timeZone, speech, print));
  return [...totals, listOf(rows, texts.sales.none)];
}

export function totalOf(label: string, amount: string, ...more: readonly (string | null)[]): HTMLElement {
  const lines = more.map((text) => text && h("span", {}, text));
  return h("div", { class: "total" }, h("span", {}, label), h("strong", {}, isolated(amount)), lines);
}

export function listOf(rows: readonly HTMLElement[], none: string): HTMLElement {
  return rows.length === 0 ? h("p", { class: "centre" }, none) : h("ul", {}, rows);
}

function rowOf(
  sale: SaleIntent,
  timeZone: string,
  speech: Speech,
  print: (sale: SaleIntent) => void,
): HTMLElement {
  const { ends, sales } = speech.texts;
  const { status, refund } = sales;
  const isDeclined = sale.cancellation_reason === "rejected_by_customer";
  const state = isDeclined ? ends.declined.title : status[sale.status];
  const isRefunded = sale.refund_status !== null;
  return dayRow(sale, speech, {
    status: isRefunded ? "refunded" : sale.status,
    state: sale.refund_status === null ? state : refund[sale.refund_status],
    timeZone,
    print: sale.status === "completed" ? () => print(sale) : null,
  });
}

interface RowParts {
  status: string;
  /** It is in words. */
  state: string;
  timeZone: string;
  print: (() => void) | null;
}

export function dayRow(
  { created_at, amount_decimal, currency }: Pick<SaleIntent, "created_at" | "amount_decimal" | "currency">,
  { texts, locale }: Speech,
  { status, state, timeZone, print }: RowParts,
): HTMLElement {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  const time = format.format(Date.parse(created_at));
  const amount = formatMoney(amount_decimal, currency, locale);
  const label = `${texts.receipt.again}: ${amount}, ${time}`;
  return h(
    "li",
    { "data-status": status },
    h("time", { datetime: created_at }, time),
    h("strong", {}, isolated(amount)),
    h("span", { class: "state" }, state),
    print &&
      h("button", { type: "button", class: "quiet", "aria-label": label, click: print }, icon("print")),
  );
}
