// What was paid and refunded on one day or several: per currency, and per counter.

import { dateIn } from "#core/lib/local-time.ts";
import { assumedNow } from "#pages/browser/kit/clock.ts";
import { formOf } from "#pages/browser/kit/elements.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { directionOf } from "#pages/languages.ts";
import type { Counter, CounterTotal, Total } from "#sdk/index.ts";
import type { ResponseOf } from "../api/operations.ts";
import { request, requestText } from "../api/request.ts";
import { button } from "../components/button.ts";
import { dayBars } from "../components/day-bars.ts";
import { textField, textOf } from "../components/form.ts";
import { announce, notify } from "../components/notice.ts";
import { section, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { readCounters } from "../counters-by-id.ts";
import { type Days, periodsAt } from "../periods.ts";
import type { View, Visit } from "../router.ts";
import { timeZone } from "../session.ts";
import { paymentsSheet } from "../sheet/payments-sheet.ts";
import { currentLanguage, dayName, money, periodTitle, t } from "../text.ts";

interface Read {
  totals: ResponseOf<"getTotals">;
  counters: Map<string, Counter>;
}

export function totalsView({ query }: Visit): View {
  const today = dateIn(timeZone(), assumedNow());
  const first = query.get("from") ?? today;
  const days: Days = { from: first, to: query.get("to") ?? first };
  const sums = searchRegion({
    search: days,
    read: async (search) => {
      const [totals, counters] = await Promise.all([
        request("getTotals", { query: { ...search, by: "day" } }),
        readCounters(),
      ]);
      return { totals, counters };
    },
    show: (read: Read, search) => {
      announce(periodName(search));
      periods.mark(search);
      return contentOf(read);
    },
  });
  const form = daysForm(days, sums.go);
  const periods = periodButtons(today, (period) => {
    for (const name of ["from", "to"] as const) {
      const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field !== null) field.value = period[name];
    }
    sums.go(period);
  });
  return viewUnder(
    { title: t.nav.totals, intro: t.totals.intro(timeZone()) },
    periods.element,
    form,
    sums.element,
  );
}

function periodButtons(today: string, go: (days: Days) => void) {
  const buttons = periodsAt(today).map(({ ago, unit, ...days }) => ({
    days,
    element: button({ label: periodTitle(ago, unit), onclick: () => go(days) }),
  }));
  return {
    element: h(
      "div",
      { class: "actions periods", role: "group", "aria-label": t.home.period },
      buttons.map(({ element }) => element),
    ),
    /** Shows which of them these days are. */
    mark: ({ from, to }: Days) => {
      for (const { days, element } of buttons)
        element.setAttribute("aria-pressed", String(days.from === from && days.to === to));
    },
  };
}

function daysForm({ from, to }: Days, go: (days: Days) => void): HTMLElement {
  const day = { type: "date", required: true };
  return formOf(
    { class: "search" },
    (values) => {
      const first = textOf(values, "from") ?? from;
      go({ from: first, to: textOf(values, "to") ?? first });
    },
    h(
      "div",
      { class: "filter-row" },
      textField({ name: "from", label: t.payments.from, value: from, attributes: day }),
      textField({ name: "to", label: t.payments.to, value: to, attributes: day }),
      h(
        "div",
        { class: "filter-buttons" },
        button({ label: t.totals.show, kind: "primary", type: "submit" }),
      ),
    ),
  );
}

function periodName({ from, to }: Days): string {
  return from === to ? dayName(from) : `${dayName(from)} – ${dayName(to)}`;
}

function contentOf({ totals, counters }: Read): Child {
  if (totals.totals.length === 0) return emptyPanel(t.totals.empty, t.totals.emptyHint);
  const nameOf = (id: string | null) =>
    id === null ? t.totals.noCounter : isolated(counters.get(id)?.name ?? t.counters.one);
  const counterColumn: Column<CounterTotal> = {
    label: t.counters.one,
    kind: "title",
    cell: ({ counter_id: id }) => h("strong", {}, nameOf(id)),
  };
  return [
    h(
      "div",
      { class: "period" },
      h("p", {}, periodName(totals)),
      h(
        "div",
        { class: "actions" },
        button({ label: t.totals.downloadSheet, icon: "download", onclick: () => downloadSheet(totals) }),
        button({ label: t.totals.download, icon: "download", onclick: () => downloadCsv(totals) }),
      ),
    ),
    section(t.totals.perCurrency, h("div", { class: "tiles" }, totals.totals.map(tileOf))),
    totals.from === totals.to ? null : section(t.home.days, totals.totals.map(barsOf(totals))),
    section(
      t.totals.perCounter,
      table({
        caption: t.totals.perCounter,
        columns: [counterColumn, ...sumColumns()],
        rows: totals.counters,
      }),
    ),
  ];
}

/** It is not a link to the file: a refusal would be saved in its place. */
async function downloadCsv(days: Days): Promise<void> {
  const text = await requestText("getPaymentsCsv", { query: daysOf(days) });
  // Reading the response has removed its byte order mark.
  save(new Blob(["\ufeff", text], { type: "text/csv" }), days, "csv");
  notify(t.totals.downloaded);
}

async function downloadSheet(days: Days): Promise<void> {
  const csv = await requestText("getPaymentsCsv", { query: { ...daysOf(days), texts: "raw" } });
  const sheet = await paymentsSheet(csv, {
    name: t.nav.payments,
    isRightToLeft: directionOf(currentLanguage()) === "rtl",
    headings: {
      date_time: `${t.ledger.time} (${timeZone()})`,
      type: t.ledger.type,
      amount: t.payments.amount,
      currency: t.totals.currency,
      reference: t.payments.reference,
      description: t.payments.description,
      counter: t.counters.one,
      number: t.payments.number,
      payment_intent_id: t.payments.id,
      transaction_id: t.ledger.transaction,
      refund_reference: t.refund.reference,
      refund_reason: t.refund.reason,
    },
    types: t.ledger.types,
  });
  save(sheet, days, "xlsx");
  notify(t.totals.sheetDownloaded);
}

/** The days of the totals that are shown, which say more. */
function daysOf({ from, to }: Days): Record<string, string> {
  return { from, to };
}

function save(file: Blob, { from, to }: Days, extension: string): void {
  const url = URL.createObjectURL(file);
  const name = from === to ? `payments-${from}` : `payments-${from}-to-${to}`;
  h("a", { href: url, download: `${name}.${extension}` }).click();
  URL.revokeObjectURL(url);
}

const barsOf =
  ({ days = [], to }: Read["totals"]) =>
  ({ currency }: Total) => {
    const amounts = days.map(({ date, totals }) => ({
      date,
      amount: totals.find((total) => total.currency === currency)?.net.amount_decimal ?? "0",
    }));
    return h("div", { class: "card" }, h("h3", { class: "soft" }, currency), dayBars(amounts, currency, to));
  };

function tileOf({ currency, paid, refunded, net }: Total): HTMLElement {
  return h(
    "div",
    { class: "card tile" },
    h("p", { class: "soft" }, `${t.totals.net} · ${currency}`),
    h("p", { class: "amount" }, h("bdi", {}, money(net.amount_decimal, currency))),
    h(
      "p",
      { class: "soft small" },
      `${t.payments.states.paid}: ${money(paid.amount_decimal, currency)} · ${t.totals.payments(paid.count)}`,
    ),
    h(
      "p",
      { class: "soft small" },
      `${t.payments.states.refunded}: ${money(refunded.amount_decimal, currency)} · ${t.totals.refunds(refunded.count)}`,
    ),
  );
}

function sumColumns(): Column<Total>[] {
  const sumOf = (sum: Total["paid"], currency: string) =>
    h(
      "span",
      {},
      isolated(money(sum.amount_decimal, currency)),
      h("span", { class: "soft small" }, ` × ${sum.count}`),
    );
  return [
    { label: t.totals.currency, cell: ({ currency }) => currency },
    { label: t.payments.states.paid, kind: "number", cell: ({ paid, currency }) => sumOf(paid, currency) },
    {
      label: t.payments.states.refunded,
      kind: "number",
      cell: ({ refunded, currency }) => sumOf(refunded, currency),
    },
    {
      label: t.totals.net,
      kind: "number",
      cell: ({ net, currency }) => h("strong", {}, money(net.amount_decimal, currency)),
    },
  ];
}
