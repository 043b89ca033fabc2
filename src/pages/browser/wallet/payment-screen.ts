// One payment on the whole screen: what the service says it is, the decision, and the result.
import { formatMoney, formatTimeLeft } from "../../format.ts";
import { type IconName, icon } from "../kit/device-icons.ts";
import { amountLine } from "../kit/elements.ts";
import { type Child, code, fill, h, isolated } from "../kit/h.ts";
import { signalPaid } from "../kit/signals.ts";
import { blockButton } from "./block.ts";
import { isEnded, LOADING, type Payment, type WalletIntent } from "./payment.ts";
import { type RunningPayment, runPayment } from "./payment-runner.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

const TICK_MS = 1_000;

export function paymentScreen(app: App, id: string): Screen {
  const { texts } = app.speech;
  const element = h("section", { class: "sale", tabindex: "-1" });
  const left = new AbortController();
  let payment: Payment = LOADING;
  const render = () => fill(element, contentOf(payment, running, app));
  const show = (next: Payment) => {
    const before = payment.step;
    payment = next;
    const shown = isRefunded(payment) ? "refunded" : payment.step;
    document.body.dataset.step = shown;
    element.dataset.step = shown;
    render();
    if (payment.step === before) return;
    const hasHappened = before === "acting" || before === "open";
    const words = element.querySelector("h2")?.textContent ?? "";
    app.announce(words);
    // The button that had the focus is gone.
    if (hasHappened) element.focus();
    if (payment.step === "paid" && hasHappened) signalPaid();
    if (isEnded(payment)) void app.store.refresh();
  };
  const running: RunningPayment = runPayment(id, { onChange: show, onSignedOut: app.end });
  const ticking = setInterval(() => {
    const time = element.querySelector(".time-left time");
    if (time !== null) time.textContent = timeLeft(time.getAttribute("datetime") ?? "");
  }, TICK_MS);
  for (const change of ["online", "offline"]) addEventListener(change, render, { signal: left.signal });
  render();
  return {
    title: texts.payment.title,
    element,
    leave: () => {
      clearInterval(ticking);
      left.abort();
      running.leave();
      delete document.body.dataset.step;
    },
  };
}

function isRefunded(payment: Payment): boolean {
  return payment.step === "paid" && payment.intent.refund_status !== null;
}

export function timeLeft(expiresAt: string): string {
  return formatTimeLeft(Date.parse(expiresAt) - Date.now());
}

function contentOf(payment: Payment, running: RunningPayment, app: App): Child {
  const { texts, locale } = app.speech;
  const { payment: words } = texts;
  const done = h("a", { class: "button primary big", href: hrefOf("") }, words.done);
  switch (payment.step) {
    case "loading":
      return h("p", { role: "status" }, payment.isDelayed ? words.delayed : texts.loading);
    case "unknown":
      return [mark("ended"), notice(words.unknown), h("div", { class: "actions" }, done)];
    case "open":
      return [asked(payment.intent, app), decision(payment, running, app)];
    case "acting":
      return [
        mark("running"),
        asked(payment.intent, app),
        payment.action === "reject"
          ? h("p", { class: "explanation" }, words.rejecting)
          : notice({
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
        mark(isPaid && refunded === null ? "good" : "ended"),
        notice(refunded ?? words.ends[payment.step]),
        amountLine(formatMoney(intent.amount_decimal, intent.currency, locale)),
        receiptOf(intent, app),
        h(
          "div",
          { class: "actions" },
          done,
          toShop(intent, words.toShop),
          isPaid ? blockButton(app, intent) : null,
        ),
      ];
    }
  }
}

/** For whoever came from its checkout page, which leads on to where the shop wants them. */
function toShop({ id }: WalletIntent, label: string): HTMLElement | null {
  const isFromLink = history.state === null && new URLSearchParams(location.search).has("pay");
  return isFromLink && window.top === window
    ? h("a", { class: "button big", href: `/pay/${id}` }, label)
    : null;
}

const MARKS = { good: "good", running: "wait", ended: "ended" } as const satisfies Record<string, IconName>;

export function mark(kind: keyof typeof MARKS): HTMLElement {
  return h("div", { class: `mark ${kind}` }, icon(MARKS[kind]));
}

export function notice({ title, text }: { title: string; text: string }): Child {
  return [h("h2", {}, title), h("p", { class: "explanation" }, text)];
}

function asked(
  { merchant_name, amount_decimal, currency, description }: WalletIntent,
  { speech }: App,
): Child {
  return [
    h("p", { class: "merchant" }, isolated(speech.texts.request(merchant_name))),
    amountLine(formatMoney(amount_decimal, currency, speech.locale)),
    description === null || description === ""
      ? null
      : h("p", { class: "explanation" }, isolated(description)),
  ];
}

type Open = Extract<Payment, { step: "open" }>;

function decision({ intent, refusal }: Open, running: RunningPayment, app: App): Child {
  const { texts, locale } = app.speech;
  const { payment: words } = texts;
  const { refusals } = words;
  const amount = formatMoney(intent.amount_decimal, intent.currency, locale);
  const isRequest = intent.status === "pending_approval";
  const act = (action: "confirm" | "approve" | "reject") => () => void running.act(action);
  const button = (label: string, kind: string, click: () => void) =>
    h("button", { type: "button", class: `big ${kind}`, disabled: !navigator.onLine, click }, label);
  const pay = isRequest
    ? button(words.approve(amount), "primary", act("approve"))
    : button(words.pay(amount), "primary", act("confirm"));
  const problem =
    refusal === null ? null : (refusals[refusal as keyof typeof refusals] ?? words.otherRefusal);
  return [
    h(
      "p",
      { class: "time-left" },
      `${words.timeLeft} `,
      h("time", { role: "timer", datetime: intent.expires_at }, timeLeft(intent.expires_at)),
    ),
    problem === null ? null : h("p", { class: "warning", role: "alert" }, problem),
    h(
      "div",
      { class: "actions" },
      pay,
      isRequest ? button(words.reject, "", act("reject")) : null,
      isRequest ? blockButton(app, intent) : h("a", { class: "button big", href: hrefOf("") }, texts.cancel),
    ),
  ];
}

function receiptOf(intent: WalletIntent, { speech: { texts, locale } }: App): HTMLElement {
  const { receipt } = texts;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
  const { completed_at: completedAt, description } = intent;
  const facts: [string, Child][] = [
    [receipt.shop, isolated(intent.merchant_name)],
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
