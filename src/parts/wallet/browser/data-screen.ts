// What is stored about the customer: to take along, and to erase.
import { h } from "#pages/browser/kit/h.ts";
import { EXPORT_PATH, erase } from "./api.ts";
import { confirmFirst } from "./confirm.ts";
import type { App, Screen } from "./screen.ts";

export function dataScreen(app: App): Screen {
  const { data } = app.speech.texts;
  const { wallet_id: walletId } = app.store.session;
  const ask = () =>
    confirmFirst(app.speech, {
      title: data.erase,
      text: `${data.eraseHint} ${data.sure}`,
      action: data.erase,
      run: () => erase(walletId),
      done: () => app.end("/wallet?erased="),
      refusals: { payment_in_progress: data.underWay },
    });
  const element = h(
    "section",
    { class: "menu panel" },
    h("p", {}, data.exportHint),
    h("a", { class: "button big", href: EXPORT_PATH, download: "wallet.ndjson" }, data.export),
    h("p", {}, data.eraseHint),
    h("button", { type: "button", class: "big danger", click: ask }, data.erase),
  );
  return { title: data.title, element };
}
