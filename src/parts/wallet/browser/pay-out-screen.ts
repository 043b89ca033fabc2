// One pay-out at a cash desk: the customer approves or rejects it, and sees what has become of it.

import { msUntil } from "#pages/browser/kit/clock.ts";
import { isRateLimited, isSignedOut } from "#pages/browser/kit/exchange.ts";
import { h } from "#pages/browser/kit/h.ts";
import { sleepAfter } from "#pages/browser/kit/sleep.ts";
import { linesOf, markOf, type Notice } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { actOnPayOut, type PayOut, readPayOut } from "./api.ts";
import { askedBy } from "./home-screen.ts";
import type { Speech } from "./language.ts";
import type { App, Screen } from "./screen.ts";
import { amountOf, askedOf, decisionOf, doneLink, StepScreen } from "./step-screen.ts";

/** The list is read so long after the deadline: then the service surely no longer has it in there. */
const LATE_MS = 500;
export function payOutScreen(app: App, id: string): Screen {
  const { texts, locale } = app.speech;
  const { payment: words } = texts;
  const screen = new StepScreen(app, titleOf(null, app.speech));
  const { signal } = screen.left;
  let payOut: PayOut | null = null;

  const know = (found: PayOut) => {
    payOut = found;
    screen.title = titleOf(found, app.speech);
  };
  const asked = () => payOut && askedOf(payOut, askedBy(payOut, app.speech), hintOf(payOut, app.speech), app);
  const end = (step: string, notice: Notice) =>
    screen.show(step, () => [
      markOf(step === "paid" ? "good" : "ended"),
      linesOf(notice),
      payOut && amountOf(payOut, app),
      h("div", { class: "actions" }, doneLink(app)),
    ]);
  const endAs = (code: string) => end(...endOf(code, payOut, app.speech));
  /** Until its end is known, the same action is repeated: it is safe to. */
  const act = async (action: "approve" | "reject") => {
    const wait = action === "reject" ? { title: words.rejecting, text: "" } : words.acting;
    screen.show("acting", () => [markOf("running"), asked(), linesOf(wait)]);
    for (let repeats = 0; !signal.aborted; repeats++) {
      const outcome = await actOnPayOut(id, action);
      if (signal.aborted) return;
      if (isSignedOut(outcome)) return app.end();
      if (outcome.kind === "ok" && outcome.value.status !== "processing") return endAs(outcome.value.status);
      if (outcome.kind === "refused" && !isRateLimited(outcome)) return endAs(outcome.code);
      await sleepAfter(repeats, signal);
    }
  };
  /** It does not wait any more: the service says why. Without a response, the next update asks again. */
  const readEnd = async () => {
    const outcome = await readPayOut(id);
    if (signal.aborted || screen.step === "acting" || outcome.kind === "lost") return;
    if (isSignedOut(outcome)) return app.end();
    if (outcome.kind === "refused") return endAs(outcome.code);
    know(outcome.value);
    const { status } = outcome.value;
    if (status !== "awaiting_approval") endAs(status);
  };
  screen.update = () => {
    if (screen.step !== "loading" && screen.step !== "open") return;
    const found = app.store.requests.find((request) => request.id === id);
    if (found === undefined || !("desk_name" in found)) {
      if (!app.store.isListed) return screen.show("loading", () => texts.loading);
      return void readEnd();
    }
    know(found);
    if (screen.step === "open") return;
    const amount = formatMoney(found.amount_decimal, found.currency, locale);
    const choices = [
      [words.approve(amount), () => act("approve")],
      [words.reject, () => act("reject")],
    ] as const;
    screen.show("open", () => [asked(), decisionOf(found, choices, app)]);
    const left = msUntil(found.expires_at);
    if (left !== null) setTimeout(() => screen.step === "open" && void app.store.refresh(), left + LATE_MS);
  };
  return screen;
}

/** `code`: its status, or why it was refused. */
function endOf(code: string, payOut: PayOut | null, speech: Speech): [step: string, Notice] {
  const { texts } = speech;
  const { payment: words, payOut: own } = texts;
  switch (code) {
    case "completed":
      return ["paid", payOut?.corrects ? own.correction.done : own.done];
    case "rejected":
      return ["rejected", words.ends.rejected];
    case "expired":
    case "movement_expired":
      return ["expired", words.ends.expired];
    case "withdrawn":
    case "movement_withdrawn":
      return ["gone", own.withdrawn];
    // Ended or approved elsewhere: the history tells how.
    case "processing":
    case "declined":
    case "movement_ended":
    case "movement_processing":
    case "movement_not_found":
      return ["gone", own.gone];
    default: {
      const { refusals, otherRefusal } = words;
      const text = refusals[code as keyof typeof refusals] ?? otherRefusal;
      return ["declined", { title: titleOf(payOut, speech), text }];
    }
  }
}

function titleOf(payOut: PayOut | null, { texts }: Speech): string {
  const { types } = texts.history;
  return payOut?.corrects ? types.correction : types.pay_out;
}

function hintOf({ corrects, currency }: PayOut, { texts: { payOut }, locale }: Speech): string {
  if (corrects === null) return payOut.hint;
  const amount = formatMoney(corrects.amount_decimal, currency, locale);
  return payOut.correction.hint(corrects.number, amount);
}
