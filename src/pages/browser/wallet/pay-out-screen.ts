// One pay-out at a cash desk: the customer approves or rejects it, and sees what has become of it.
import { formatMoney } from "../../format.ts";
import { amountLine } from "../kit/elements.ts";
import { type Child, fill, h, isolated } from "../kit/h.ts";
import { signalPaid } from "../kit/signals.ts";
import { sleep } from "../kit/sleep.ts";
import { actOnPayOut, type PayOut } from "./api.ts";
import { mark, notice, timeLeft } from "./payment-screen.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

const TICK_MS = 1_000;
const RETRY_MS_MAX = 10_000;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

/** `gone`: it waits no longer, and nobody here knows why. */
type Step = "loading" | "open" | "acting" | "paid" | "rejected" | "expired" | "gone" | "declined";

export function payOutScreen(app: App, id: string): Screen {
  const { texts } = app.speech;
  const { payment: words, payOut: own } = texts;
  const element = h("section", { class: "sale", tabindex: "-1" });
  const left = new AbortController();
  let step: Step = "loading";
  let payOut: PayOut | null = null;

  const show = (next: Step, ...content: Child[]) => {
    step = next;
    for (const { dataset } of [document.body, element]) dataset.step = next;
    fill(element, content);
  };
  const end = (next: Step, words: { title: string; text: string }) => {
    const isPaid = next === "paid";
    const done = h("a", { class: "button primary big", href: hrefOf("") }, texts.payment.done);
    const amount = payOut && amountOf(payOut, app);
    show(next, mark(isPaid ? "good" : "ended"), notice(words), amount, h("div", { class: "actions" }, done));
    app.announce(words.title);
    // The button that had the focus is gone.
    element.focus();
    if (isPaid) signalPaid();
    void app.store.refresh();
  };
  const refused = (code: string) => {
    const { refusals, ends, otherRefusal } = words;
    if (code === "movement_expired") return end("expired", ends.expired);
    // Ended or approved elsewhere: the history tells how.
    if (["movement_ended", "movement_processing", "movement_not_found"].includes(code))
      return end("gone", own.gone);
    const text = refusals[code as keyof typeof refusals] ?? otherRefusal;
    end("declined", { title: own.title, text });
  };
  /** Until its end is known, the same action is repeated: it is safe to. */
  const act = async (action: "approve" | "reject") => {
    const wait = action === "reject" ? { title: words.rejecting, text: "" } : words.acting;
    show("acting", mark("running"), asked(payOut, app), notice(wait));
    for (let waitMs = TICK_MS; !left.signal.aborted; waitMs = Math.min(RETRY_MS_MAX, waitMs * 2)) {
      const outcome = await actOnPayOut(id, action);
      if (left.signal.aborted) return;
      const status = outcome.kind === "ok" ? outcome.value.status : null;
      if (status === "completed") return end("paid", own.done);
      if (status === "rejected") return end("rejected", words.ends.rejected);
      if (status === "expired") return end("expired", words.ends.expired);
      if (status === "declined") return refused(status);
      if (outcome.kind === "refused" && outcome.status === UNAUTHORIZED) return app.end();
      if (outcome.kind === "refused" && outcome.status !== TOO_MANY) return refused(outcome.code);
      await sleep(waitMs, left.signal);
    }
  };
  const update = () => {
    if (step !== "loading" && step !== "open") return;
    const found = app.store.requests.find((request) => request.id === id);
    if (found === undefined || !("desk_name" in found))
      return app.store.isListed ? end("gone", own.gone) : show("loading", texts.loading);
    payOut = found;
    if (step === "loading") show("open", asked(found, app), decision(found, app, act));
  };
  const ticking = setInterval(() => {
    const time = element.querySelector(".time-left time");
    if (time !== null && payOut !== null) time.textContent = timeLeft(payOut.expires_at);
    if (step === "open" && payOut !== null && Date.parse(payOut.expires_at) < Date.now())
      end("expired", words.ends.expired);
  }, TICK_MS);
  return {
    title: own.title,
    element,
    update,
    leave: () => {
      clearInterval(ticking);
      left.abort();
      delete document.body.dataset.step;
    },
  };
}

function amountOf({ amount_decimal, currency }: PayOut, { speech }: App): HTMLElement {
  return amountLine(formatMoney(amount_decimal, currency, speech.locale));
}

function asked(payOut: PayOut | null, app: App): Child {
  const { payOut: own } = app.speech.texts;
  if (payOut === null) return null;
  return [
    h("p", { class: "merchant" }, isolated(own.request(payOut.desk_name))),
    amountOf(payOut, app),
    h("p", { class: "explanation" }, own.hint),
  ];
}

function decision(
  { amount_decimal, currency, expires_at }: PayOut,
  { speech: { texts, locale } }: App,
  act: (action: "approve" | "reject") => Promise<void>,
): Child {
  const { payment: words } = texts;
  const button = (label: string, kind: string, action: "approve" | "reject") =>
    h("button", { type: "button", class: `big ${kind}`, click: () => void act(action) }, label);
  const amount = formatMoney(amount_decimal, currency, locale);
  const time = h("time", { role: "timer", datetime: expires_at }, timeLeft(expires_at));
  return [
    h("p", { class: "time-left" }, `${words.timeLeft} `, time),
    h(
      "div",
      { class: "actions" },
      button(words.approve(amount), "primary", "approve"),
      button(words.reject, "", "reject"),
    ),
  ];
}
