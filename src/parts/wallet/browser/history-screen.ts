// What came in and went out, newest first.

import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { fill, h, isolated } from "#pages/browser/kit/h.ts";
import { formatMoney } from "#pages/format.ts";
import { readHistory, type Transaction } from "./api.ts";
import { explain } from "./explain.ts";
import type { Speech } from "./language.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

export function historyScreen({ speech, end }: App): Screen {
  const { history, loading } = speech.texts;
  const list = h("div", { class: "recent" });
  const foot = h("div", { class: "centre", role: "status" });
  const load = async (cursor: string | null) => {
    fill(foot, loading);
    const outcome = await readHistory(cursor);
    if (outcome.kind !== "ok") {
      if (isSignedOut(outcome)) return end();
      return fill(foot, explain(outcome, speech), again(cursor, speech.texts.retry));
    }
    const { transactions, next_cursor: next } = outcome.value;
    list.append(linesOf(transactions, speech));
    const isEmpty = cursor === null && transactions.length === 0;
    fill(foot, isEmpty ? history.none : null, next === null ? null : again(next, history.more));
  };
  const again = (cursor: string | null, label: string) =>
    h("button", { type: "button", click: () => void load(cursor) }, label);
  void load(null);
  return { title: history.title, element: h("div", { class: "panel" }, list, foot) };
}

export function linesOf(transactions: readonly Transaction[], speech: Speech): HTMLElement {
  return h(
    "ul",
    { class: "lines" },
    transactions.map((line) => h("li", {}, lineOf(line, speech))),
  );
}

export function receivedLine({ amount, currency }: Transaction, { texts, locale }: Speech): HTMLElement {
  return h("p", { class: "received" }, isolated(texts.received(formatMoney(amount, currency, locale))));
}

function lineOf(line: Transaction, { texts, locale }: Speech): HTMLElement {
  const { types, statuses } = texts.history;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const type = types[line.transaction_type as keyof typeof types] ?? types.other;
  const status = statuses[line.status as keyof typeof statuses] ?? null;
  const amount = formatMoney(line.amount, line.currency, locale);
  const name = line.merchant_name ?? line.desk_name;
  const content = [
    h("strong", {}, isolated(name ?? type)),
    h(
      "span",
      { class: "amount", "data-direction": line.direction },
      isolated(line.direction === "in" ? `+${amount}` : `−${amount}`),
    ),
    h("time", { datetime: line.created_at }, time.format(Date.parse(line.created_at))),
    h("span", { class: "state" }, status ?? (name === null ? null : type)),
  ];
  return line.payment_intent_id === null
    ? h("div", { class: "line" }, content)
    : h("a", { class: "line", href: hrefOf(`pay=${line.payment_intent_id}`) }, content);
}
