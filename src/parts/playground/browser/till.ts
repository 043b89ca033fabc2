// The shop's side: an amount, the code, and what becomes of it.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { msUntil, serverNow } from "#pages/browser/kit/clock.ts";
import { smallAmount } from "#pages/browser/kit/currencies.ts";
import { alertLine, button, card, setText, show } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { paymentCode } from "#pages/browser/kit/payment-code.ts";
import { formatMoney, formatTimeLeft } from "#pages/format.ts";
import { isFinal, merchantPaymentState, type PaymentState, paymentState } from "#pages/payment-state.ts";
import type { PaymentIntent } from "#sdk/index.ts";
import type { Context, View } from "./context.ts";

const API = "/merchant/api/v1";
/** In the smallest units of the currency. */
const USUAL_MINOR = [350, 1250, 4000] as const;

export function tillView(context: Context): View {
  const { playground, texts } = context;
  const alert = alertLine();
  const told = { ...context, run: (work: () => Promise<void>) => context.run(work, alert) };
  const entry = entryOf(told);
  const sale = saleOf(told);
  return {
    element: card("till", texts.till, texts.tillHint, entry.element, sale.element, alert),
    update() {
      show(entry.element, playground.sale === null);
      entry.update();
      show(sale.element, playground.sale !== null);
      sale.update();
    },
  };
}

/** An amount, and the two ways to ask for it. */
function entryOf({ playground, texts, locale, run }: Context): View {
  const { shop } = playground;
  const amount = h("input", {
    id: "amount",
    inputmode: "decimal",
    autocomplete: "off",
    dir: "ltr",
  });
  const create = async (path: string, fields: object) => {
    const value = Number(amount.value.replace(",", "."));
    const { currency } = playground;
    const counter_id = shop.counterId;
    const json = { amount: value, currency, counter_id, description: texts.goods, ...fields };
    const created = await shop.asMerchant<Wire<"PaymentIntentResponse">>("POST", path, json);
    playground.sale = created.payment_intent;
  };
  const scan = async () => {
    const { scan_token } = await shop.asCustomer<Wire<"ScanTokenResponse">>(
      "POST",
      "/wallet/api/v1/scan-token",
    );
    await create(`${API}/scan-payment`, { scan_token });
  };
  const label = h("label", { for: amount.id });
  const usual = h("div", { class: "row" });
  const choice = (minor: number) => {
    const value = smallAmount(minor, playground.currency);
    const choose = () => {
      amount.value = value;
    };
    return h("button", { type: "button", click: choose }, formatMoney(value, playground.currency, locale));
  };
  let shown = "";
  return {
    element: h(
      "div",
      { class: "entry" },
      label,
      amount,
      usual,
      button(texts.createSale, () => run(() => create(`${API}/payment-intents`, {})), "primary"),
      button(texts.scanCustomer, () => run(scan)),
    ),
    update() {
      const { currency } = playground;
      if (shown === currency) return;
      shown = currency;
      label.textContent = texts.amount(currency);
      amount.value = smallAmount(USUAL_MINOR[1], currency);
      usual.replaceChildren(...USUAL_MINOR.map(choice));
    },
  };
}

/** What the shop sees of the sale, and what it can do about it. */
function saleOf({ playground, texts, locale, run }: Context): View {
  const { shop } = playground;
  const act = (action: string) => async () => {
    await playground.controlled;
    await shop.asMerchant("POST", `${API}/payment-intents/${playground.sale?.id}/${action}`);
  };
  const end = async () => {
    playground.sale = null;
  };
  const amount = h("p", { class: "amount" });
  const status = h("p", { class: "status", role: "status" });
  const code = h("img", { class: "code", alt: texts.codeAlt, width: "220", height: "220" });
  const left = h("p", { class: "time-left" });
  const checkout = h("a", { target: "_blank", rel: "noopener" }, texts.checkoutPage);
  const cancel = button(texts.cancel, () =>
    run(act(playground.sale?.status === "pending" ? "cancel" : "withdraw")),
  );
  const refund = button(texts.refund, () => run(act("refund")));
  const next = button(texts.nextSale, () => run(end), "primary");
  const actions = h("div", { class: "row" }, next, refund, cancel);
  const element = h("div", { class: "sale" }, amount, status, code, left, checkout, actions);

  function showState(sale: PaymentIntent, state: PaymentState): void {
    const isOpen = state === "open" || state === "approval";
    setText(status, texts.states[merchantPaymentState(sale, null) === "declined" ? "declined" : state]);
    element.dataset.state = state;
    const ms = msUntil(sale.expires_at);
    setText(left, texts.timeLeft(formatTimeLeft(ms ?? 0)));
    show(left, isOpen && ms !== null);
    show(cancel, isOpen);
    show(refund, state === "completed");
    show(next, isFinal(state) || state === "underway");
  }

  return {
    element,
    update() {
      const { sale } = playground;
      if (sale === null) return;
      const { checkout_url } = sale;
      setText(amount, formatMoney(sale.amount_decimal, sale.currency, locale));
      const image = paymentCode(sale);
      show(code, image !== null);
      if (image !== null && code.src !== image) code.src = image;
      checkout.href = checkout_url;
      showState(sale, paymentState(sale, serverNow()));
    },
  };
}
