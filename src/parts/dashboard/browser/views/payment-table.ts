// Payments under the days they were made on.

import { dateIn } from "#core/lib/local-time.ts";
import { assumedNow, serverNow } from "#pages/browser/kit/clock.ts";
import { h } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent } from "#sdk/index.ts";
import { bodyOf, rowOf, tableOf } from "../components/table.ts";
import { daysOf, type PaymentDay, sumsOf } from "../payment-days.ts";
import { paymentState } from "../payment-state.ts";
import { timeZone } from "../session.ts";
import { count, dayTitle, money, t } from "../text.ts";
import { paymentColumns } from "./payment-line.ts";

interface TableOptions {
  counters: Map<string, Counter>;
  change(changed: PaymentIntent): void;
  isFirst: boolean;
  isLast: boolean;
}

export function paymentTable(payments: readonly PaymentIntent[], options: TableOptions): HTMLElement {
  const columns = paymentColumns(options.counters, options.change);
  const days = daysOf(payments, { ...options, timeZone: timeZone() });
  return tableOf(
    { caption: t.nav.payments, columns, kind: "payments" },
    days.map((day) =>
      bodyOf(
        headOf(day, columns.length),
        day.payments.map((payment) => rowOf(payment, columns)),
      ),
    ),
  );
}

function headOf(day: PaymentDay, width: number): HTMLElement {
  const title = dayTitle(day.day, dateIn(timeZone(), assumedNow()));
  return h(
    "tr",
    { class: "day", role: "row" },
    h(
      "th",
      { role: "rowheader", scope: "rowgroup", colspan: width },
      h("div", {}, h("h2", {}, title), day.isWhole && h("span", { class: "soft" }, sumOf(day.payments))),
    ),
  );
}

/** What is paid and was not given back. */
function sumOf(payments: readonly PaymentIntent[]): string | null {
  const paid = payments.filter((payment) => paymentState(payment, serverNow()) === "paid");
  const sums = sumsOf(paid).map(([currency, decimal]) => money(decimal, currency));
  return paid.length === 0 ? null : [`${t.payments.states.paid}: ${count(paid.length)}`, ...sums].join(" · ");
}
