// The balance, the requests that wait, the two ways to pay, and the last payments.

import { icon } from "#pages/browser/kit/device-icons.ts";
import { amountLine } from "#pages/browser/kit/elements.ts";
import { type Child, fill, h, isolated } from "#pages/browser/kit/h.ts";
import { openScanner } from "#pages/browser/kit/scanner.ts";
import { formatMoney } from "#pages/format.ts";
import { type PayOut, readHistory, type WalletRequest } from "./api.ts";
import { linesOf } from "./history-screen.ts";
import type { Speech } from "./language.ts";
import { readPaymentCode, readStickerPath } from "./payment-code.ts";
import { momentOf } from "./receipt.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

const RECENT = "5";

export function homeScreen(app: App): Screen {
  const { speech, store } = app;
  const { texts } = speech;
  const balance = h("section", { class: "balance", "aria-label": texts.balance });
  const requests = h("section", { class: "requests", "aria-live": "polite" });
  const all = h("a", { class: "button", href: hrefOf("show=history") }, texts.history.all);
  const recent = h("section", { class: "recent" }, all);
  const scan = () =>
    openScanner({
      texts: { ...texts.scanner, title: texts.scan },
      close: texts.close,
      read: (text) => readStickerPath(text, location.origin) ?? readPaymentCode(text),
      onCode: (found) => (found.startsWith("/") ? location.assign(found) : app.go(`pay=${found}`)),
    });
  const actions = h(
    "div",
    { class: "actions" },
    h("button", { type: "button", class: "primary big", click: scan }, icon("scan"), texts.scan),
    h("a", { class: "button big", href: hrefOf("show=code") }, icon("code"), texts.showCode),
  );
  let shown = "";
  const update = () => {
    fill(balance, balanceOf(app));
    fill(requests, requestsOf(app));
    // What is remembered of an earlier visit says nothing about the payments since.
    if (!store.isFresh) return;
    const now = JSON.stringify(store.balances?.read);
    if (now !== shown) void showRecent();
    shown = now;
  };
  /** When the balance has changed, the last payments have. */
  const showRecent = async () => {
    const outcome = await readHistory(null, RECENT);
    if (outcome.kind !== "ok") shown = "";
    else if (outcome.value.transactions.length > 0)
      fill(recent, h("h2", {}, texts.history.recent), linesOf(outcome.value.transactions, speech), all);
  };
  update();
  return {
    isHome: true,
    title: texts.wallet,
    element: h("div", { class: "home" }, balance, requests, actions, recent),
    update,
  };
}

function balanceOf({ store, speech }: App): Child {
  const { texts, locale } = speech;
  const { balances, isFresh } = store;
  if (balances === null) return h("p", {}, texts.loading);
  return [
    h("h2", {}, texts.balance),
    balances.read.length === 0 ? h("p", {}, texts.noBalance) : null,
    balances.read.map(({ amount, currency }) => amountLine(formatMoney(amount, currency, locale))),
    isFresh ? null : h("p", { class: "as-of" }, texts.asOf(momentOf(balances.at, speech, "medium"))),
  ];
}

function requestsOf({ store, speech }: App): Child {
  if (store.requests.length === 0) return null;
  const requests = store.requests.map((request) => h("li", {}, requestLink(request, speech)));
  return [h("h2", {}, speech.texts.requests), h("ul", {}, requests)];
}

export function queryOf(request: WalletRequest): string {
  return `${"desk_name" in request ? "payout" : "approve"}=${request.id}`;
}

/** Who asks, and whether cash is handed out for it. */
export function askedBy({ desk_name, corrects }: PayOut, { texts: { payOut } }: Speech): string {
  return (corrects === null ? payOut : payOut.correction).request(desk_name);
}

export function requestLink(request: WalletRequest, speech: Speech): HTMLElement {
  const { texts, locale } = speech;
  const { amount_decimal, currency } = request;
  const words = "desk_name" in request ? askedBy(request, speech) : texts.request(request.merchant_name);
  return h(
    "a",
    { class: "request", href: hrefOf(queryOf(request)) },
    h("span", {}, isolated(words)),
    h("strong", {}, isolated(formatMoney(amount_decimal, currency, locale))),
    h("span", { class: "button primary" }, texts.view),
  );
}
