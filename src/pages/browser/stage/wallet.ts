// The customer's side: a phone with a wallet app that has picked up what the till shows.
import { formatMoney } from "../../format.ts";
import { h } from "../h.ts";
import type { Context, View } from "./context.ts";
import { button, card, setText, show } from "./dom.ts";
import { stateOf } from "./sale-state.ts";

const INTENTS = "/wallet/api/v1/payment-intents";

export function walletView(context: Context): View {
  const { stage, texts, locale } = context;
  const { shop } = stage;
  /** The payment that the wallet has scanned. */
  let scanned: string | null = null;
  const money = (decimal: string) => formatMoney(decimal, shop.currency, locale);
  const act = (action: string) => () =>
    context.run(async () => {
      await stage.controlled;
      await shop.asWallet("POST", `${INTENTS}/${stage.sale?.id}/${action}`);
    });
  const balance = h("p", { class: "balance" });
  const idle = h("p", { class: "empty" }, texts.walletIdle);
  const asked = h("p", {});
  const amount = h("p", { class: "amount" });
  const pickUp = async () => {
    scanned = stage.sale?.id ?? null;
  };
  const scan = button(texts.scan, () => context.run(pickUp), "primary");
  const pay = button(texts.pay, act("confirm"), "primary");
  const approve = button(texts.approve, act("approve"), "primary");
  const reject = button(texts.reject, act("reject"));
  const outcome = h("p", { class: "status" });
  const request = h("div", { class: "request" }, asked, amount, pay, approve, reject);
  const phone = h(
    "div",
    { class: "phone" },
    h("p", { class: "label" }, texts.balance),
    balance,
    idle,
    scan,
    request,
    outcome,
  );

  return {
    element: card("wallet", texts.wallet, texts.walletHint, phone),
    update() {
      const { sale } = stage;
      const state = sale === null ? null : stateOf(sale);
      const isScanned = sale !== null && scanned === sale.id;
      const canPay = state === "pending" && isScanned;
      const isAsked = state === "approval";
      setText(balance, stage.balance === null ? "…" : money(stage.balance));
      show(scan, state === "pending" && !isScanned);
      show(request, canPay || isAsked);
      show(pay, canPay);
      show(approve, isAsked);
      show(reject, isAsked);
      setText(asked, texts.asks(shop.name));
      setText(amount, sale === null ? "" : money(sale.amount_decimal));
      const isOver = state !== null && state !== "pending" && state !== "approval";
      show(outcome, isOver);
      if (isOver) {
        setText(outcome, texts.states[state]);
        outcome.dataset.state = state;
      }
      show(idle, state === null);
    },
  };
}
