// One payment: what it is, its whole story, and what can still be done with it.

import type { Speech } from "#pages/browser/device/language.ts";
import { printReceipt } from "#pages/browser/device/receipt.ts";
import { serverNow } from "#pages/browser/kit/clock.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { speakAs } from "#pages/browser/kit/language.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import type { PaymentIntent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { copyButton, dangerButton } from "../components/dialog.ts";
import { announce, notify } from "../components/notice.ts";
import { forDevelopers, section, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import { readCounters } from "../counters-by-id.ts";
import { follow } from "../follow.ts";
import { isMoving, paymentState } from "../payment-state.ts";
import { BASE, type View, type Visit } from "../router.ts";
import { isOwner, shopSettings, timeZone } from "../session.ts";
import { currentLanguage, t } from "../text.ts";
import { readWhole, type WholePayment } from "../whole-payment.ts";
import { paymentFacts, paymentInternals } from "./payment-facts.ts";
import { amountOf, stateBadge } from "./payment-line.ts";
import { storyOf } from "./payment-story.ts";
import { refundButton } from "./refund.ts";

export function paymentView({ ids: [id = ""] }: Visit): View {
  const whole = region<WholePayment>({
    read: () => readWhole(id),
    show: (read) => {
      followUntilEnd(whole.element, read.payment, whole.reload);
      return contentOf(read, (payment) => whole.become({ ...read, payment }));
    },
  });
  const parent = { label: t.nav.payments, href: "/dashboard" };
  return viewUnder({ title: t.payments.one, parent }, whole.element);
}

/** Reads all of it again when the state has changed. */
function followUntilEnd(element: HTMLElement, payment: PaymentIntent, reload: () => void): void {
  const shown = paymentState(payment, serverNow());
  if (!isMoving(shown)) return;
  follow(element, async () => {
    const { payment_intent: current } = await request("getPaymentIntent", { ids: [payment.id] });
    const state = paymentState(current, serverNow());
    if (state === shown) return true;
    announce(t.payments.states[state]);
    reload();
    return false;
  });
}

/** Gets what the payment has become. */
type Change = (payment: PaymentIntent) => void;

function contentOf(whole: WholePayment, change: Change): Child {
  const { payment } = whole;
  const state = paymentState(payment, serverNow());
  return [
    h(
      "div",
      { class: "summary", "data-state": state },
      h("h2", {}, isolated(payment.number)),
      h("p", { class: "amount" }, h("bdi", {}, amountOf(payment))),
      h("p", {}, stateBadge(payment), playMoneyBadge(payment.environment, currentLanguage())),
      h("p", { class: "soft" }, t.payments.stateHints[state]),
      h("div", { class: "actions" }, actionsFor(payment, change)),
    ),
    h(
      "div",
      { class: "columns" },
      section(t.story.title, storyOf(whole)),
      section(t.payments.details, paymentFacts(whole)),
    ),
    isOwner() && forDevelopers(() => paymentInternals(whole)),
  ];
}

function actionsFor(payment: PaymentIntent, change: Change): Child {
  const state = paymentState(payment, serverNow());
  if (state === "paid")
    return [
      isOwner() ? refundOf(payment, change) : h("p", { class: "soft small" }, t.refund.ownerOnly),
      receiptButton(payment),
    ];
  if (payment.status === "completed") return receiptButton(payment);
  if (state === "approval") return endButton(payment, change, "withdrawPaymentIntent", t.withdraw);
  if (state !== "open") return null;
  return [
    h(
      "a",
      { class: "button", href: payment.checkout_url, target: "_blank", rel: "noopener" },
      t.payments.openCheckout,
    ),
    copyButton(t.payments.copyCheckout, payment.checkout_url),
    endButton(payment, change, "cancelPaymentIntent", t.cancel),
  ];
}

/** Where a till has asked for it, the question is open: once, and not again when the page is loaded anew. */
function refundOf(payment: PaymentIntent, change: Change): HTMLButtonElement {
  const { pathname, search } = location;
  if (!pathname.endsWith("/refund")) return refundButton(payment, change);
  const refund = refundButton(payment, change, { reason: new URLSearchParams(search).get("reason") ?? "" });
  history.replaceState(null, "", `${BASE}/payments/${payment.id}`);
  refund.click();
  return refund;
}

/** The till has printed the first one, or the customer has it. */
function receiptButton(payment: PaymentIntent): HTMLButtonElement {
  const print = async () => {
    const [speech, counters] = await Promise.all([
      speakAs<Speech["texts"]>("pos", currentLanguage()),
      readCounters(),
    ]);
    const counter = payment.counter_id === null ? null : (counters.get(payment.counter_id)?.name ?? null);
    const shop = shopSettings() ?? undefined;
    addEventListener("afterprint", () => document.querySelector(".receipt")?.remove(), { once: true });
    await printReceipt(payment, { counter, timeZone: timeZone(), shop }, speech, true);
  };
  return button({ label: t.payments.printReceipt, onclick: print });
}

function endButton(
  payment: PaymentIntent,
  change: Change,
  operation: "cancelPaymentIntent" | "withdrawPaymentIntent",
  { done, ...words }: typeof t.cancel,
): HTMLButtonElement {
  return dangerButton({
    ...words,
    run: async () => {
      await request(operation, { ids: [payment.id] });
      notify(done);
      const reason = operation === "cancelPaymentIntent" ? "requested_by_merchant" : "withdrawn_by_merchant";
      change({ ...payment, status: "cancelled", cancellation_reason: reason });
    },
  });
}
