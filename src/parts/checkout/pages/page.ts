// Where a customer sees what to pay, pays, and sees that it is paid. Every state is in the page from the beginning: the
// script shows one of them at once, in the page's language, and without the script the page loads itself again.

import { html } from "hono/html";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { formatMoment, formatMoney, formatTimeLeft, lengthShown } from "#pages/format.ts";
import { languageLinks } from "#pages/language-links.ts";
import { type Language, localeOf } from "#pages/languages.ts";
import { type Html, page } from "#pages/layout.ts";
import { messagesIn } from "#pages/messages/all.ts";
import type { Messages, Notice, Problem } from "#pages/messages/en.ts";
import {
  FINAL_STATES,
  isFinal,
  type ShownIntent,
  type ShownState,
  shownState,
} from "#pages/payment-state.ts";
import { playMoneyIn } from "#pages/play-money.ts";

const REFRESH_SECONDS = 5;
const RETRY_SECONDS = 60;

type ShownField =
  | "environment"
  | "id"
  | "number"
  | "merchant_name"
  | "logo_url"
  | "completed_at"
  | "amount_decimal"
  | "currency"
  | "description";
type CheckoutIntent = ShownIntent & Pick<Wire<"PublicPaymentIntent">, ShownField>;

export interface CheckoutProps {
  intent: CheckoutIntent;
  language: Language;
  /** Epoch milliseconds. */
  now: number;
  /** Where the shop wants the customer to go on; the same whatever has become of the payment. */
  returnUrl: string | null;
  /** The image of the code, whether it is a link, and where the wallet opens. Null when nobody can pay here. */
  ways: { code: string; isLink: boolean; walletUrl: string } | null;
  /** Null before it is paid. */
  receipt: Wire<"Receipt"> | null;
}

/** The customer has nothing to wait for any more. */
const LEAVING: readonly ShownState[] = [...FINAL_STATES, "refunding"];

export function checkoutPage({ intent, language, now, ways, returnUrl, receipt }: CheckoutProps): Html {
  const messages = messagesIn(language);
  const state = shownState(intent);
  const playMoney = playMoneyIn(intent.environment, language);
  const amount = formatMoney(intent.amount_decimal, intent.currency, localeOf(language));
  return page({
    language,
    title: `${amount} · ${intent.merchant_name}`,
    refreshSeconds: isFinal(state) ? null : REFRESH_SECONDS,
    script: "/pages/checkout.js",
    children: html`
      <main
        class="sheet"
        data-intent="${intent.id}"
        data-state="${state}"
        data-live="${messages.live}"
        data-polling="${messages.polling}"
        data-offline="${messages.offline}"
      >
        <header class="bill">
          <p class="merchant">
            ${intent.logo_url && html`<img class="logo" src="${intent.logo_url}" alt="">`}
            <bdi>${intent.merchant_name}</bdi>
            ${playMoney && html`<span class="play-money">${playMoney}</span>`}
          </p>
          <h1 class="${amountClass(amount)}"><bdi>${amount}</bdi></h1>
          ${intent.description && html`<p class="description"><bdi>${intent.description}</bdi></p>`}
          <p class="declined" hidden>${messages.declined}</p>
        </header>
        ${openSection({ intent, messages, state, now, ways })}
        ${Object.entries(messages.states).map(([name, notice]) => stateSection(name, notice, state))}
        ${receiptSection(intent, receipt, language, state)}
        ${returnUrl && backLink(returnUrl, messages, state)}
        <p class="announcement unseen" role="status"></p>
        <footer class="foot">
          <p class="connection" hidden></p>
          <p class="payment-id">${messages.paymentId} <bdi>${intent.number}</bdi></p>
          ${languageLinks(language)}
        </footer>
      </main>`,
  });
}

function hiddenUnless(isShown: boolean): "" | " hidden" {
  return isShown ? "" : " hidden";
}

function stateSection(name: string, { title, text }: Notice, state: ShownState): Html {
  return html`
    <section class="notice" data-for="${name}"${hiddenUnless(state === name)}>
      ${mark(name)}
      <h2>${title}</h2>
      <p>${text}</p>
    </section>`;
}

const PAID: readonly ShownState[] = ["completed", "refunding", "refunded"];

/** The script fills it when it is paid while the page is open. */
function receiptSection(
  { completed_at: at }: CheckoutIntent,
  receipt: Wire<"Receipt"> | null,
  language: Language,
  state: ShownState,
): Html {
  const { receipt: words } = messagesIn(language);
  const time = receipt && at ? formatMoment(at, receipt.time_zone, localeOf(language)) : "";
  const line = (name: "counter_name" | "address" | "vat_id" | "receipt_footer", label: string) => html`
    <p data-line="${name}"${hiddenUnless(receipt?.[name] != null)}>${label} <bdi>${receipt?.[name] ?? ""}</bdi></p>`;
  return html`
    <section class="receipt-lines" data-for="${PAID.join(" ")}"${hiddenUnless(PAID.includes(state))}>
      <p><time class="paid-at">${time}</time></p>
      ${line("counter_name", "")}
      ${line("address", "")}
      ${line("vat_id", words.vatId)}
      ${line("receipt_footer", "")}
      <button class="button" type="button" data-print hidden>${words.print}</button>
    </section>`;
}

function backLink(returnUrl: string, messages: Messages, state: ShownState): Html {
  const attributes = html`data-for="${LEAVING.join(" ")}"${hiddenUnless(LEAVING.includes(state))}`;
  return html`<a class="button" ${attributes} href="${returnUrl}">${messages.back}</a>`;
}

type Ways = NonNullable<CheckoutProps["ways"]>;

interface OpenSection extends Omit<CheckoutProps, "language" | "returnUrl" | "receipt"> {
  messages: Messages;
  state: ShownState;
}

/** The style sheet shows a phone no code before it is asked for: it cannot scan its own screen. */
function openSection({ intent, messages, state, now, ways }: OpenSection): Html {
  const { expires_at: expiresAt } = intent;
  const left = formatTimeLeft(Date.parse(expiresAt) - now);
  return html`
    <section class="pay" data-for="open"${hiddenUnless(state === "open")}>
      <h2>${messages.pay}</h2>
      ${ways && waysToPay(ways, messages)}
      <p class="time-left">
        <span>${messages.timeLeft}</span>
        <time class="countdown" role="timer" datetime="${expiresAt}">${left}</time>
      </p>
    </section>`;
}

function waysToPay({ code, isLink, walletUrl }: Ways, messages: Messages): Html {
  return html`
    <a class="open-wallet" href="${walletUrl}">${messages.openWallet}</a>
    <p class="scan-hint">${isLink ? messages.cameraHint : messages.scanHint}</p>
    <p class="other-phone">${messages.otherPhone} <a href="#code">${messages.showCode}</a></p>
    <img class="code" id="code" src="${code}" alt="${messages.codeAlt}" width="264" height="264">`;
}

/** An amount stays on one line, however long it is. */
function amountClass(amount: string): string {
  const length = lengthShown(amount);
  if (length <= 9) return "amount";
  return length <= 13 ? "amount long" : "amount longest";
}

const LINES = { good: "M14 25l7 7 14-15", running: "M24 12v12l8 5", ended: "M15 24h18" };
const RUNNING: readonly string[] = ["approval", "underway", "refunding"] satisfies ShownState[];

/** The words beside it say the same. */
function mark(state: string): Html {
  const kind = state === "completed" ? "good" : RUNNING.includes(state) ? "running" : "ended";
  return html`
    <svg class="mark ${kind}" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22"/><path d="${LINES[kind]}"/>
    </svg>`;
}

/** Instead of a payment. */
export function problemPage(problem: Problem, language: Language): Html {
  const { title, text } = messagesIn(language).problems[problem];
  return page({
    language,
    title,
    refreshSeconds: problem === "notFound" ? null : RETRY_SECONDS,
    reloadsWithScript: true,
    children: html`
      <main class="sheet" data-state="problem">
        <section class="notice">
          ${mark("expired")}
          <h1>${title}</h1>
          <p>${text}</p>
        </section>
        <footer class="foot">${languageLinks(language)}</footer>
      </main>`,
  });
}
