// The customer's side: a phone with a wallet app that has picked up what the till shows.
import { formatMoney } from "../../format.ts";
import { alertLine, button, card, setText, show } from "../kit/elements.ts";
import { h } from "../kit/h.ts";
import { ApiFailure } from "./api.ts";
import type { Context, View } from "./context.ts";
import { stateOf } from "./sale-state.ts";
import type { Stage } from "./state.ts";

const INTENTS = "/wallet/api/v1/payment-intents";
/** For that long the wallet waits for the result. Then it may ask again, which never pays twice. */
const RESULT_WITHIN_MS = 60_000;

export function walletView(context: Context): View {
  const { stage, texts, locale } = context;
  const { shop } = stage;
  /** The payment that the wallet has scanned. */
  let scanned: string | null = null;
  const money = (decimal: string) => formatMoney(decimal, shop.currency, locale);
  const alert = alertLine();
  const act = (action: string) => () =>
    context.run(async () => {
      await stage.controlled;
      await shop.asWallet("POST", `${INTENTS}/${stage.sale?.id}/${action}`);
    }, alert);
  const payBy = (action: string) => () => context.run(() => settle(stage, action), alert);
  const balance = h("p", { class: "balance" });
  const idle = h("p", { class: "empty" }, texts.walletIdle);
  const asked = h("p", {});
  const amount = h("p", { class: "amount" });
  const pickUp = async () => {
    scanned = stage.sale?.id ?? null;
  };
  const scan = button(texts.scan, () => context.run(pickUp), "primary");
  const pay = button(texts.pay, payBy("confirm"), "primary");
  const approve = button(texts.approve, payBy("approve"), "primary");
  const reject = button(texts.reject, act("reject"));
  const outcome = h("p", { class: "status", role: "status" });
  const unsure = h("p", { class: "empty" }, texts.unsure);
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
    unsure,
    alert,
  );

  return {
    element: card("wallet", texts.wallet, texts.walletHint, phone),
    update() {
      const { sale } = stage;
      const state = sale === null ? null : stateOf(sale);
      const isScanned = sale !== null && scanned === sale.id;
      const isOpen = state === "pending" || state === "approval";
      const { paying } = stage;
      const isPaying = isOpen && paying?.id === sale?.id && Date.now() < (paying?.until ?? 0);
      const canPay = state === "pending" && isScanned && !isPaying;
      const isAsked = state === "approval" && !isPaying;
      // The ledger of a wallet that counts as empty still has its money.
      const decimal = stage.faults.includes("wallet_empty") ? "0.00" : stage.balance;
      setText(balance, decimal === null ? "…" : money(decimal));
      show(scan, state === "pending" && !isScanned);
      show(request, canPay || isAsked);
      show(pay, canPay);
      show(approve, isAsked);
      show(reject, isAsked);
      setText(asked, texts.asks(shop.name));
      setText(amount, sale === null ? "" : money(sale.amount_decimal));
      const shown = isPaying ? "underway" : state;
      const isTold = shown !== null && shown !== "pending" && shown !== "approval";
      show(outcome, isTold);
      if (isTold) {
        setText(outcome, texts.states[shown]);
        outcome.dataset.state = shown;
      }
      show(unsure, isPaying);
      show(idle, state === null);
    },
  };
}

/** Until the result is seen, the wallet offers nothing that would look like a second payment: also after a 202. */
async function settle(stage: Stage, action: string): Promise<void> {
  await stage.controlled;
  const id = stage.sale?.id ?? "";
  stage.paying = { id, until: Date.now() + RESULT_WITHIN_MS };
  try {
    await stage.shop.asWallet("POST", `${INTENTS}/${id}/${action}`);
  } catch (error) {
    // The money may have moved: what became of the sale is read.
    if (!(error instanceof ApiFailure) || error.status >= 500) return;
    stage.paying = null;
    throw error;
  }
}
