// Blocking a shop.
import { h } from "#pages/browser/kit/h.ts";
import { setBlocked } from "./api.ts";
import { confirmFirst } from "./confirm.ts";
import type { WalletIntent } from "./payment.ts";
import type { App } from "./screen.ts";

export function blockButton(app: App, { merchant_id, merchant_name }: WalletIntent): HTMLElement {
  const { blocked } = app.speech.texts;
  const click = () =>
    confirmFirst(app.speech, {
      title: blocked.block,
      text: blocked.effect(merchant_name),
      action: blocked.block,
      run: () => setBlocked(merchant_id, true),
      done: () => app.go("show=blocked"),
    });
  return h("button", { type: "button", class: "quiet danger", click }, blocked.block);
}
