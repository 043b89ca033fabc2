// The customer's side: a phone with the real wallet in it.

import { serverNow } from "#pages/browser/kit/clock.ts";
import { button, card, show } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { qrCode } from "#pages/browser/kit/qr-code.ts";
import { paymentState } from "#pages/payment-state.ts";
import type { Context, View } from "./context.ts";

export function walletView({ playground, texts, language }: Context): View {
  const addressOf = (query: Record<string, string>) =>
    `/wallet?${new URLSearchParams({ ...query, currency: playground.currency, lang: language })}`;
  const phone = h("iframe", { class: "phone", title: texts.wallet });
  let shown = "";
  const hold = button(texts.hold, async () => {
    phone.src = addressOf({ pay: playground.sale?.id ?? "" });
  });
  // A phone's browser gives camera and notifications only to https, as behind a tunnel.
  const forPhones = location.protocol === "https:" ? realPhone(texts.realPhone) : null;
  return {
    element: card("wallet", texts.wallet, texts.walletHint, hold, phone, forPhones),
    update() {
      const { sale } = playground;
      show(hold, sale !== null && paymentState(sale, serverNow()) === "open");
      if (shown === playground.currency) return;
      shown = playground.currency;
      phone.src = addressOf({});
    },
  };
}

function realPhone(text: string): HTMLElement {
  return h("details", {}, h("summary", {}, text), qrCode(`${location.origin}/wallet`, text));
}
