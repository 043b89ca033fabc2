// The screen that the customer sees: amount, code and result, as the till's window says.

import { type Speech, speak } from "#pages/browser/device/language.ts";
import { amountLine } from "#pages/browser/kit/elements.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { logoImage } from "#pages/browser/kit/logo.ts";
import { markOf } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { isLanguage, type Language } from "#pages/languages.ts";
import { type CustomerView, onCustomerView } from "./customer-channel.ts";

export function openCustomerPage(root: HTMLElement, speech: Speech): void {
  let spoken = speech;
  root.replaceChildren(h("section", { class: "sale" }, h("h1", {}, speech.texts.customer.closed)));
  onCustomerView((view) => {
    const render = () => {
      document.body.dataset.step = view.step;
      root.replaceChildren(viewOf(view, spoken));
    };
    if (view.language === spoken.language || !isLanguage(view.language)) return render();
    void speak(view.language as Language).then((other) => {
      spoken = other;
      render();
    });
  });
}

function viewOf(view: CustomerView, { texts, locale }: Speech): HTMLElement {
  const { step, merchant, logo, code } = view;
  const amount =
    view.amount === null || view.currency === null ? null : formatMoney(view.amount, view.currency, locale);
  return h(
    "section",
    { class: "sale facing", "data-step": step, "aria-live": "polite" },
    h("p", { class: "merchant" }, logoImage(logo), isolated(merchant)),
    amount === null ? null : amountLine(amount),
    code === null
      ? null
      : h("img", { class: "code", src: code, alt: texts.codeAlt, width: "360", height: "360" }),
    step === "paid" ? markOf("good") : null,
    h("h1", {}, titleOf(view, texts)),
    view.isDeclined && step !== "closed" ? h("p", { class: "warning" }, texts.declined) : null,
    step === "paid" ? h("p", { class: "explanation" }, texts.customer.thanks) : null,
  );
}

function titleOf({ step, code }: CustomerView, texts: Speech["texts"]): string {
  switch (step) {
    case "idle":
      return texts.customer.welcome;
    case "closed":
      return texts.customer.closed;
    case "amount":
    case "creating":
      return texts.keypad.total;
    case "refused":
      return texts.refused;
    case "open":
      return code === null ? texts.refused : texts.open.title;
    case "approval":
    case "underway":
      return texts[step].title;
    default:
      return texts.ends[step].title;
  }
}
