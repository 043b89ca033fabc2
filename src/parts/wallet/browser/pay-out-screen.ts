// One pay-out at a cash desk: the customer approves or rejects it, and sees what has become of it.

import { msUntil } from "#pages/browser/kit/clock.ts";
import { isRateLimited, isSignedOut } from "#pages/browser/kit/exchange.ts";
import { h } from "#pages/browser/kit/h.ts";
import { sleepAfter } from "#pages/browser/kit/sleep.ts";
import { linesOf, markOf, type Notice } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { actOnPayOut, type PayOut } from "./api.ts";
import type { App, Screen } from "./screen.ts";
import { amountOf, askedOf, decisionOf, doneLink, StepScreen } from "./step-screen.ts";

/** The list is read so long after the deadline: then the service surely no longer has it in there. */
const LATE_MS = 500;

export function payOutScreen(app: App, id: string): Screen {
  const { texts, locale } = app.speech;
  const { payment: words, payOut: own } = texts;
  const title = texts.history.types.pay_out;
  const screen = new StepScreen(app, title);
  const { signal } = screen.left;
  let payOut: PayOut | null = null;

  const asked = () => payOut && askedOf(payOut, own.request(payOut.desk_name), own.hint, app);
  const end = (step: string, notice: Notice) =>
    screen.show(step, () => [
      markOf(step === "paid" ? "good" : "ended"),
      linesOf(notice),
      payOut && amountOf(payOut, app),
      h("div", { class: "actions" }, doneLink(app)),
    ]);
  const endAs = (code: string) => {
    switch (code) {
      case "completed":
        return end("paid", own.done);
      case "rejected":
        return end("rejected", words.ends.rejected);
      case "expired":
      case "movement_expired":
        return end("expired", words.ends.expired);
      // Ended or approved elsewhere: the history tells how.
      case "movement_ended":
      case "movement_processing":
      case "movement_not_found":
        return end("gone", own.gone);
      default: {
        const { refusals, otherRefusal } = words;
        end("declined", { title, text: refusals[code as keyof typeof refusals] ?? otherRefusal });
      }
    }
  };
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
  screen.update = () => {
    if (screen.step !== "loading" && screen.step !== "open") return;
    const found = app.store.requests.find((request) => request.id === id);
    if (found === undefined || !("desk_name" in found)) {
      if (!app.store.isListed) return screen.show("loading", () => texts.loading);
      const isLate = payOut !== null && (msUntil(payOut.expires_at) ?? 1) <= 0;
      return end(
        isLate ? "expired" : "gone",
        isLate ? { ...own.gone, title: words.ends.expired.title } : own.gone,
      );
    }
    payOut = found;
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
