// One payment on the whole screen: what the service says it is, the decision, and the result.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { logoImage } from "#pages/browser/kit/logo.ts";
import { linesOf, markOf, type Notice } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { readReceipt } from "./api.ts";
import { blockButton } from "./block.ts";
import { type Funds, fundsFor } from "./funds.ts";
import { LOADING, type Payment, type PaymentAction, type WalletIntent } from "./payment.ts";
import { type Act, runPayment } from "./payment-runner.ts";
import { momentOf, receiptActions, receiptOf } from "./receipt.ts";
import { type App, hrefOf, isToReturn, type Screen } from "./screen.ts";
import { amountOf, askedOf, decisionOf, doneLink, StepScreen } from "./step-screen.ts";
import { topUpLink } from "./top-up-screen.ts";

export function paymentScreen(app: App, id: string): Screen {
  const screen = new StepScreen(app, app.speech.texts.history.types.payment);
  /** What was shown of the wallet's money. */
  let shown = "";
  const fundsText = (payment: Payment) =>
    JSON.stringify(payment.step === "open" && fundsOf(payment.intent, app));
  let current = LOADING;
  const shop: ShownShop = { logo: null, receipt: null };
  const readShop = async () => {
    const outcome = await readReceipt(id);
    if (outcome.kind !== "ok") return;
    Object.assign(shop, { receipt: outcome.value, logo: outcome.value.logo_url });
    onChange(current);
  };
  const onChange = (payment: Payment) => {
    if (payment.step === "paid" && current.step !== "paid") void readShop();
    current = payment;
    shown = fundsText(payment);
    const isRefunded = payment.step === "paid" && payment.intent.refund_status !== null;
    screen.show(isRefunded ? "refunded" : payment.step, () =>
      contentOf(payment, (action) => act(action), app, shop),
    );
  };
  const { act, readAgain } = runPayment(id, screen.left, {
    onChange,
    onLogo: (url) => {
      if (url === shop.logo) return;
      shop.logo = url;
      onChange(current);
    },
    onRefused: () => void app.store.refresh(),
    onSignedOut: app.end,
  });
  screen.changed = (intentId = id) => intentId === id && readAgain();
  // Drawn again only where it differs: whoever is on the button stays there.
  screen.update = () => fundsText(current) === shown || onChange(current);
  onChange(LOADING);
  return screen;
}

/** What the shop says of itself: the logo at once, and the rest once it is paid. */
interface ShownShop {
  logo: string | null;
  receipt: Wire<"Receipt"> | null;
}

function contentOf(payment: Payment, act: Act, app: App, shop: ShownShop): Child {
  const { texts } = app.speech;
  const { payment: words } = texts;
  switch (payment.step) {
    case "loading":
      return h("p", { role: "status" }, payment.isDelayed ? words.delayed : texts.loading);
    case "unknown":
      return [markOf("ended"), linesOf(words.unknown), h("div", { class: "actions" }, doneLink(app))];
    case "open":
      return [asked(payment.intent, app, shop), decision(payment, act, app)];
    case "acting":
      return [
        markOf("running"),
        asked(payment.intent, app, shop),
        payment.action === "reject"
          ? h("p", { class: "explanation" }, words.rejecting)
          : linesOf({
              ...words.acting,
              text: payment.phase !== "sent" ? words.actingLong : words.acting.text,
            }),
      ];
    default: {
      const { intent } = payment;
      const isPaid = payment.step === "paid";
      const { refund_status: refund } = intent;
      const refunded = refund === null ? null : refundOf(intent, refund, app);
      return [
        markOf(isPaid && refunded === null ? "good" : "ended"),
        linesOf(refunded ?? words.ends[payment.step]),
        amountOf(intent, app),
        logoImage(shop.logo),
        receiptOf(intent, app.speech, shop.receipt),
        h(
          "div",
          { class: "actions" },
          doneLink(app),
          toShop(intent, words.toShop),
          isPaid ? receiptActions(intent, app) : null,
        ),
      ];
    }
  }
}

/** The checkout page says so where the shop wants its customers back, and leads them there. */
function toShop({ id }: WalletIntent, label: string): HTMLElement | null {
  return isToReturn() ? h("a", { class: "button big", href: `/pay/${id}` }, label) : null;
}

function asked(intent: WalletIntent, app: App, { logo }: ShownShop): Child {
  const words = app.speech.texts.request(intent.merchant_name);
  return [logoImage(logo), askedOf(intent, words, intent.description, app)];
}

/** Nothing changes after a refund, so that the last change is when it has arrived. */
function refundOf(intent: WalletIntent, status: "pending" | "completed", { speech }: App): Notice {
  const { refund, isBack } = speech.texts.receipt;
  const amount = formatMoney(intent.amount_decimal, intent.currency, speech.locale);
  const time = momentOf(intent.updated_at, speech);
  return { title: refund[status], text: status === "completed" ? isBack(amount, time) : "" };
}

type Open = Extract<Payment, { step: "open" }>;

/** With these, more money helps. */
const FOR_MONEY = ["insufficient_funds", "currency_mismatch", "account_not_found"];

function decision({ intent, refusal }: Open, act: Act, app: App): Child {
  const { texts, locale } = app.speech;
  const { refusals, otherRefusal, ...words } = texts.payment;
  const amount = formatMoney(intent.amount_decimal, intent.currency, locale);
  const known = { ...refusals, rate_limited: texts.busy };
  const problem = refusal === null ? null : (known[refusal as keyof typeof known] ?? otherRefusal);
  const choose = (action: PaymentAction) => () => act(action);
  const funds = fundsOf(intent, app);
  const isShort = funds !== null && funds.short !== null;
  const more = {
    hint: funds === null ? null : fundsLine(funds, intent.currency, app),
    isShort,
    problem,
  };
  // A wallet keeps the currency that it has: another one holds this currency, and only the sandbox makes that.
  const canTopUp = app.isSandbox || funds?.held !== null;
  const topUp = canTopUp && (isShort || FOR_MONEY.includes(refusal ?? "")) ? topUpLink(app, intent) : null;
  if (intent.status !== "pending_approval") {
    const other = h("a", { class: "button big", href: hrefOf("") }, texts.cancel);
    return decisionOf(intent, [[words.pay(amount), choose("confirm")]], app, {
      ...more,
      other: [topUp, other],
    });
  }
  const choices = [
    [words.approve(amount), choose("approve")],
    [words.reject, choose("reject")],
  ] as const;
  return decisionOf(intent, choices, app, { ...more, other: [topUp, blockButton(app, intent)] });
}

/** Returns null while it is not known: what was read earlier must keep nobody from paying. */
function fundsOf(intent: WalletIntent, { store: { balances, isFresh } }: App): Funds | null {
  return isFresh && balances !== null ? fundsFor(intent, balances.read) : null;
}

function fundsLine(
  { held, short }: Funds,
  currency: string,
  { speech: { texts, locale } }: App,
): HTMLElement {
  const words = texts.funds;
  const money = (amount: string) => formatMoney(amount, currency, locale);
  if (held === null) return h("p", { class: "funds", role: "status" }, words.none(currency));
  const balance = h("span", {}, `${texts.balance} `, isolated(money(held)));
  const missing = short === null ? null : h("strong", {}, isolated(words.short(money(short))));
  return h("p", { class: "funds", role: "status" }, balance, missing);
}
