// The page of a sticker: what it asks for, and the way to pay it; with ?sheet, what is printed.
import "./stickers.css";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { typedAmount } from "#pages/browser/device/typed-amount.ts";
import { alertLine, button, formOf, show } from "#pages/browser/kit/elements.ts";
import { exchange, isRateLimited, isSignedOut } from "#pages/browser/kit/exchange.ts";
import { type Child, fill, h, isolated } from "#pages/browser/kit/h.ts";
import { languageOr, speakAs } from "#pages/browser/kit/language.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import { qrCode } from "#pages/browser/kit/qr-code.ts";
import { formatMoney } from "#pages/format.ts";
import type { Texts } from "./texts/en.ts";

type Sticker = Wire<"Sticker">;
type Problem = keyof Texts["problems"];

/** By the codes of the API. */
const PROBLEMS: Record<string, Problem> = {
  sticker_code_not_found: "unknown",
  sticker_code_revoked: "revoked",
  merchant_suspended: "closed",
  merchant_not_active: "closed",
  counter_not_active: "inactive",
  invalid_request: "amount",
  currency_mismatch: "currency",
  rate_limited: "busy",
};

const main = document.querySelector("main") ?? document.body;
const foot = main.querySelector("footer") ?? "";
const { texts, locale, language } = await speakAs<Texts>("stickers", languageOr(null));
const { sticker: text, problem, wallet = "", url = "" } = main.dataset;
const playMoney = () =>
  playMoneyBadge(main.dataset.environment === "sandbox" ? "sandbox" : undefined, language);
const NOTHING = { typed: "", key: "" };
// Repeated for the same amount, it is the same payment.
let begun = NOTHING;

if (text === undefined) showProblem(problem ?? "");
else if (new URLSearchParams(location.search).has("sheet")) showSheet(JSON.parse(text));
else await showSticker(JSON.parse(text));

function showPage(title: string, ...content: Child[]): void {
  document.title = title;
  fill(main, ...content, foot);
}

function showProblem(code: string, more: Child = null): void {
  const { title, text } = texts.problems[PROBLEMS[code] ?? "failed"];
  showPage(
    title,
    h("section", { class: "notice", role: "status" }, h("h1", {}, title), h("p", {}, text), more),
  );
}

function moneyOf(decimal: string, { currency }: Sticker): string {
  return formatMoney(decimal, currency, locale);
}

/** The shop's name comes first: whoever has stuck another's code over it must not pass unseen. */
function billOf(sticker: Sticker, heading: string): Child {
  const { merchant_name: shop, counter_name: counter, label } = sticker;
  return h(
    "header",
    { class: "bill" },
    h("p", { class: "merchant" }, isolated(shop), playMoney()),
    h("h1", { class: sticker.amount === null ? "" : "amount long" }, isolated(heading)),
    h("p", { class: "description" }, isolated(label ?? counter)),
  );
}

async function showSticker(sticker: Sticker): Promise<void> {
  const { amount, merchant_name: shop, payment_intent_id: sale } = sticker;
  const read = ({ session }: { session: object | null }) => session;
  const outcome = await exchange("GET", "/wallet/session", {}, read);
  const isCustomer = outcome.kind === "ok" && outcome.value !== null;
  if (sale !== null) return location.replace(isCustomer ? `/wallet?pay=${sale}` : `/pay/${sale}`);
  const heading = amount === null ? texts.choose : moneyOf(amount, sticker);
  showPage(
    `${heading} · ${shop}`,
    billOf(sticker, heading),
    isCustomer ? formFor(sticker) : wayToWallet(sticker),
  );
}

function wayToWallet({ id }: Sticker): Child {
  const to = new URL(wallet || "/wallet", location.href);
  if (wallet === "") to.searchParams.set("open", location.pathname);
  else to.searchParams.set("sticker_code_id", id);
  const link = h("a", { class: "open-wallet", href: to.href }, texts.wallet);
  return h("section", { class: "pay" }, link, h("p", {}, texts.walletHint));
}

function formFor(sticker: Sticker): Child {
  const { amount, amount_min: least, amount_max: most, currency } = sticker;
  const alert = alertLine();
  const limits = [
    least === null ? [] : texts.least(moneyOf(least, sticker)),
    most === null ? [] : texts.most(moneyOf(most, sticker)),
  ].flat();
  const input = h("input", {
    ...{ id: "amount", name: "amount", inputmode: "decimal", autocomplete: "off", dir: "ltr" },
    "aria-describedby": "limits",
  });
  const asked = [
    h("label", { for: "amount" }, texts.amount(currency)),
    input,
    h("p", { id: "limits", class: "description" }, limits.join(" · ")),
  ];
  const pay = async () => {
    const typed = input.value.trim();
    if (begun.key === "" || begun.typed !== typed) begun = { typed, key: crypto.randomUUID() };
    const body = amount === null ? { amount: typedAmount(typed || null, currency) } : {};
    await begin(sticker, { text: JSON.stringify(body), key: begun.key }, alert);
  };
  const submit = button(texts.pay, pay);
  submit.type = "submit";
  return formOf({ class: "form" }, () => {}, amount === null ? asked : null, alert, submit);
}

async function begin(
  { id }: Sticker,
  request: { text: string; key: string },
  alert: HTMLElement,
): Promise<void> {
  const read = ({ payment_intent }: Wire<"WalletPaymentIntentResponse">) => payment_intent.id;
  const outcome = await exchange("POST", `/wallet/api/v1/stickers/${id}/payment-intents`, request, read);
  if (outcome.kind === "ok") {
    // Whoever comes back to this page, which the browser may have kept, pays once more.
    begun = NOTHING;
    return location.assign(`/wallet?pay=${outcome.value}`);
  }
  if (isSignedOut(outcome)) return location.reload();
  if (outcome.kind === "refused" && !isRateLimited(outcome)) {
    const again = h(
      "button",
      { type: "button", class: "button", click: () => location.reload() },
      texts.again,
    );
    return showProblem(outcome.code, outcome.code === "currency_mismatch" ? null : again);
  }
  alert.textContent = outcome.kind === "lost" ? texts.lost : texts.problems.busy.text;
  show(alert, true);
}

/** To be cut out or put into a stand. What it says is without the page's language: its address. */
function showSheet(sticker: Sticker): void {
  const { amount, merchant_name: shop, counter_name: counter, label } = sticker;
  main.classList.add("printed");
  showPage(
    `${shop} · ${counter}`,
    h("p", { class: "merchant" }, isolated(shop), playMoney()),
    h("h1", {}, texts.scan),
    qrCode(url, texts.codeAlt),
    amount === null ? null : h("p", { class: "amount long" }, isolated(moneyOf(amount, sticker))),
    h("p", {}, isolated([label, counter].filter(Boolean).join(" · "))),
    h("button", { type: "button", class: "button", click: () => print() }, texts.print),
  );
}
