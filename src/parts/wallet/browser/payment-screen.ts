// One payment on the whole screen: what the service says it is, the decision, and the result.

import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import { linesOf, markOf } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { blockButton } from "./block.ts";
import { LOADING, type Payment, type PaymentAction, type WalletIntent } from "./payment.ts";
import { type Act, runPayment } from "./payment-runner.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";
import { amountOf, askedOf, decisionOf, doneLink, StepScreen } from "./step-screen.ts";

export function paymentScreen(app: App, id: string): Screen {
  const screen = new StepScreen(app, app.speech.texts.payment.title);
  const onChange = (payment: Payment) => {
    const isRefunded = payment.step === "paid" && payment.intent.refund_status !== null;
    screen.show(isRefunded ? "refunded" : payment.step, () =>
      contentOf(payment, (action) => act(action), app),
    );
  };
  const { act, readAgain } = runPayment(id, screen.left, { onChange, onSignedOut: app.end });
  screen.moved = readAgain;
  onChange(LOADING);
  return screen;
}

function contentOf(payment: Payment, act: Act, app: App): Child {
  const { texts } = app.speech;
  const { payment: words } = texts;
  switch (payment.step) {
    case "loading":
      return h("p", { role: "status" }, payment.isDelayed ? words.delayed : texts.loading);
    case "unknown":
      return [markOf("ended"), linesOf(words.unknown), h("div", { class: "actions" }, doneLink(app))];
    case "open":
      return [asked(payment.intent, app), decision(payment, act, app)];
    case "acting":
      return [
        markOf("running"),
        asked(payment.intent, app),
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
      const refunded = refund === null ? null : { title: texts.receipt.refund[refund], text: "" };
      return [
        markOf(isPaid && refunded === null ? "good" : "ended"),
        linesOf(refunded ?? words.ends[payment.step]),
        amountOf(intent, app),
        receiptOf(intent, app),
        h(
          "div",
          { class: "actions" },
          doneLink(app),
          toShop(intent, words.toShop),
          isPaid ? blockButton(app, intent) : null,
        ),
      ];
    }
  }
}

/** Leads whoever came from its checkout page back to that, which leads on to where the shop wants them. */
function toShop({ id }: WalletIntent, label: string): HTMLElement | null {
  const isFromLink = history.state === null && new URLSearchParams(location.search).has("pay");
  return isFromLink && window.top === window
    ? h("a", { class: "button big", href: `/pay/${id}` }, label)
    : null;
}

function asked(intent: WalletIntent, app: App): Child {
  return askedOf(intent, app.speech.texts.request(intent.merchant_name), intent.description, app);
}

type Open = Extract<Payment, { step: "open" }>;

function decision({ intent, refusal }: Open, act: Act, app: App): Child {
  const { texts, locale } = app.speech;
  const { refusals, otherRefusal, ...words } = texts.payment;
  const amount = formatMoney(intent.amount_decimal, intent.currency, locale);
  const known = { ...refusals, rate_limited: texts.busy };
  const problem = refusal === null ? null : (known[refusal as keyof typeof known] ?? otherRefusal);
  const choose = (action: PaymentAction) => () => act(action);
  if (intent.status !== "pending_approval") {
    const other = h("a", { class: "button big", href: hrefOf("") }, texts.cancel);
    return decisionOf(intent, [[words.pay(amount), choose("confirm")]], app, { problem, other });
  }
  const choices = [
    [words.approve(amount), choose("approve")],
    [words.reject, choose("reject")],
  ] as const;
  return decisionOf(intent, choices, app, { problem, other: blockButton(app, intent) });
}

function receiptOf(intent: WalletIntent, { speech: { texts, locale, language } }: App): HTMLElement {
  const { receipt } = texts;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
  const { completed_at: completedAt, description, environment } = intent;
  const facts: [string, Child][] = [
    [receipt.shop, [isolated(intent.merchant_name), playMoneyBadge(environment, language)]],
    [receipt.description, description === null || description === "" ? null : isolated(description)],
    [receipt.time, completedAt === null ? null : time.format(Date.parse(completedAt))],
    [receipt.id, code(intent.id)],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return h(
    "dl",
    { class: "facts" },
    shown.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}
