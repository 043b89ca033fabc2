// Today's total and the last sales, to print again.
import { formatMoney } from "../../format.ts";
import { icon } from "../kit/device-icons.ts";
import { h, isolated } from "../kit/h.ts";
import { openSheet } from "../kit/sheet.ts";
import type { Speech } from "./language.ts";
import type { SaleIntent } from "./sale.ts";
import { type Day, readDay } from "./sales.ts";

export function openSales(speech: Speech, counterId: string, print: (sale: SaleIntent) => void): void {
  const { texts } = speech;
  const content = h(
    "div",
    { class: "sales", "aria-busy": "true" },
    h("p", { role: "status" }, texts.loading),
  );
  openSheet({ title: texts.sales.title, close: texts.close, className: "side", content });
  const load = async () => {
    const day = await readDay(counterId);
    content.removeAttribute("aria-busy");
    if (day.kind === "ok") content.replaceChildren(...dayOf(day.value, speech, print));
    else content.replaceChildren(failureOf(speech, () => void load()));
  };
  void load();
}

function failureOf({ texts }: Speech, retry: () => void): HTMLElement {
  const again = h("button", { type: "button", class: "big", click: retry }, texts.retry);
  return h("div", { class: "centre", role: "alert" }, h("p", {}, texts.sales.failed), again);
}

function dayOf(
  { totals: sums, sales, timeZone }: Day,
  speech: Speech,
  print: (sale: SaleIntent) => void,
): HTMLElement[] {
  const { texts, locale } = speech;
  const totals = sums.map(({ currency, paid, refunded }) => {
    const amount = ({ amount_decimal }: typeof paid) => formatMoney(amount_decimal, currency, locale);
    return h(
      "div",
      { class: "total", "data-currency": currency },
      h("span", {}, texts.sales.today),
      h("strong", {}, isolated(amount(paid))),
      h("span", {}, texts.sales.count(paid.count)),
      refunded.count === 0 ? null : h("span", {}, texts.sales.refunded(amount(refunded))),
    );
  });
  const list = h("ul", {}, ...sales.map((sale) => rowOf(sale, timeZone, speech, print)));
  return [...totals, sales.length === 0 ? h("p", { class: "centre" }, texts.sales.none) : list];
}

function rowOf(
  sale: SaleIntent,
  timeZone: string,
  { texts, locale }: Speech,
  print: (sale: SaleIntent) => void,
): HTMLElement {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(
    Date.parse(sale.created_at),
  );
  const { status, refund } = texts.sales;
  const state = sale.refund_status === null ? status[sale.status] : refund[sale.refund_status];
  const amount = formatMoney(sale.amount_decimal, sale.currency, locale);
  const label = `${texts.receipt.again}: ${amount}, ${time}`;
  return h(
    "li",
    { "data-status": sale.refund_status === null ? sale.status : "refunded" },
    h("time", { datetime: sale.created_at }, time),
    h("strong", {}, isolated(amount)),
    h("span", { class: "state" }, state),
    sale.status === "completed"
      ? h(
          "button",
          { type: "button", class: "quiet", "aria-label": label, click: () => print(sale) },
          icon("print"),
        )
      : null,
  );
}
