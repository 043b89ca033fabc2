// Where money is put into the wallet. Of its desks the service knows no public place; in the sandbox there is play money.
import { guessCurrency } from "#pages/browser/kit/currencies.ts";
import { button } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { formatMoney } from "#pages/format.ts";
import { openSandboxWallet } from "./api.ts";
import { explain } from "./explain.ts";
import { playMoneyFor } from "./funds.ts";
import type { WalletIntent } from "./payment.ts";
import { type App, BACK, hrefOf, isToReturn, type Screen } from "./screen.ts";

type Wanted = Pick<WalletIntent, "id" | "amount_decimal" | "currency">;

const CURRENCY = /^[A-Z]{3}$/;

/** It names the payment that there is not enough money for: the customer comes back to it. */
export function topUpLink(app: App, { id, amount_decimal: amount, currency }: Wanted): HTMLElement {
  const query = new URLSearchParams({ show: "top-up", for: id, amount, currency, ...(isToReturn() && BACK) });
  return h("a", { class: "button big", href: hrefOf(String(query)) }, app.speech.texts.topUp.title);
}

export function topUpScreen(app: App): Screen {
  const { texts } = app.speech;
  const { topUp: words } = texts;
  const element = h(
    "section",
    { class: "menu panel" },
    h("p", {}, words.text),
    h("a", { class: "button big", href: hrefOf("show=code") }, texts.showCode),
    app.isSandbox && playMoney(app),
  );
  return { title: words.title, element };
}

/** Another wallet, as a wallet keeps the currency that it has. */
function playMoney(app: App) {
  const { texts, locale } = app.speech;
  const query = new URLSearchParams(location.search);
  const asked = query.get("currency") ?? "";
  const currency = CURRENCY.test(asked) ? asked : guessCurrency();
  const balance = playMoneyFor(Number(query.get("amount")) || 1, currency);
  const payment = query.get("for");
  const problem = h("p", { class: "warning", role: "alert" });
  const open = async () => {
    const outcome = await openSandboxWallet({ currency, balance });
    const back = new URLSearchParams({
      ...(payment !== null && { pay: payment }),
      ...(isToReturn() && BACK),
    });
    if (outcome.kind === "ok") app.end(hrefOf(String(back)));
    else problem.textContent = explain(outcome, app.speech);
  };
  const label = texts.topUp.sandbox(formatMoney(String(balance), currency, locale));
  return [h("p", {}, texts.topUp.sandboxHint), button(label, open, "primary big"), problem];
}
