// What came in and went out, newest first.

import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { formatMoney } from "#pages/format.ts";
import { readHistory, type Transaction } from "./api.ts";
import type { Speech } from "./language.ts";
import { load } from "./load.ts";
import { momentOf } from "./receipt.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

export function historyScreen(app: App): Screen {
  const { speech } = app;
  const { history } = speech.texts;
  const list = h("div", { class: "recent" });
  const foot = h("div", { class: "centre", role: "status" });
  const show = (cursor: string | null) =>
    load(
      app,
      foot,
      () => readHistory(cursor),
      ({ transactions, next_cursor: next }): Child => {
        list.append(linesOf(transactions, speech, cursor));
        if (next !== null) return h("button", { type: "button", click: () => void show(next) }, history.more);
        return cursor === null && transactions.length === 0 && history.none;
      },
    );
  void show(null);
  return { title: history.title, element: h("div", { class: "panel" }, list, foot) };
}

/** `cursor`: where the page begins on which they are. */
export function linesOf(
  transactions: readonly Transaction[],
  speech: Speech,
  cursor: string | null = null,
): HTMLElement {
  return h(
    "ul",
    { class: "lines" },
    transactions.map((line) => h("li", {}, lineOf(line, speech, cursor))),
  );
}

export function receivedLine(line: Transaction, speech: Speech): HTMLElement {
  return h("p", { class: "received" }, isolated(speech.texts.received(signedAmount(line, speech))));
}

export function typeOf({ transaction_type, corrects_number }: Transaction, { texts }: Speech): string {
  const { types } = texts.history;
  if (corrects_number !== null) return types.correction;
  return types[transaction_type as keyof typeof types] ?? types.other;
}

/** Empty for what is completed. */
export function statusOf({ status }: Transaction, { texts }: Speech): string {
  const { statuses } = texts.history;
  return statuses[status as keyof typeof statuses] ?? "";
}

/** With a minus sign as wide as the plus sign. */
export function signedAmount({ amount, currency, direction }: Transaction, { locale }: Speech): string {
  const decimal = direction === "in" ? amount : `-${amount}`;
  return formatMoney(decimal, currency, locale, "always").replace("-", "−");
}

function lineOf(line: Transaction, speech: Speech, cursor: string | null): HTMLElement {
  const { id, number, payment_intent_id: intentId, direction, created_at: at } = line;
  const type = typeOf(line, speech);
  const name = line.merchant_name ?? line.desk_name;
  const receipt = new URLSearchParams({ show: "receipt", of: id, ...(cursor !== null && { cursor }) });
  return h(
    "a",
    { class: "line", href: hrefOf(intentId === null ? String(receipt) : `pay=${intentId}`) },
    h("strong", {}, isolated(name ?? type)),
    h("span", { class: "amount", "data-direction": direction }, isolated(signedAmount(line, speech))),
    h(
      "span",
      { class: "state" },
      h("time", { datetime: at }, momentOf(at, speech, "medium")),
      number && h("bdi", { class: "number", dir: "ltr" }, number),
    ),
    h("span", { class: "state" }, statusOf(line, speech) || (name === null ? null : type)),
  );
}
