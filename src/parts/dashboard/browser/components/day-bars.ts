// A bar for each day: what was earned on it, in one currency.
import { h } from "#pages/browser/kit/h.ts";
import { dayName, money, shortDay, t } from "../text.ts";

export interface DayAmount {
  date: string;
  /** Decimal text; can be negative. */
  amount: string;
}

/** Whoever does not see it gets the same as a list. The last one stands out if it is `today`. */
export function dayBars(days: readonly DayAmount[], currency: string, today: string): HTMLElement {
  const highest = Math.max(...days.map(({ amount }) => Number(amount)), 0);
  return h(
    "ul",
    { class: "day-bars", "aria-label": `${t.home.days} · ${currency}` },
    days.map(({ date, amount }) => {
      const bar = h("span", { class: "bar" });
      const share = highest === 0 ? 0 : Math.max(0, Number(amount)) / highest;
      bar.style.blockSize = `${Math.round(share * 100)}%`;
      const said = `${dayName(date)}: ${money(amount, currency)}`;
      return h(
        "li",
        { class: date === today ? "current" : null, title: said },
        h("span", { class: "unseen" }, said),
        h("span", { class: "bar-frame", "aria-hidden": "true" }, bar),
        h("span", { class: "bar-day", "aria-hidden": "true" }, shortDay(date, days.length)),
      );
    }),
  );
}
