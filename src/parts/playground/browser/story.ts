// How far the story has come: paid, told and believed, paid back, told again.

import { serverNow } from "#pages/browser/kit/clock.ts";
import { h } from "#pages/browser/kit/h.ts";
import { paymentState } from "#pages/payment-state.ts";
import type { Context, View } from "./context.ts";

const STEPS = ["created", "paid", "paidVerified", "refunded", "refundVerified"] as const;
type Step = (typeof STEPS)[number];

export function storyView({ playground, texts }: Context): View {
  const { completed: paid, refunded } = texts.states;
  const names = { ...texts.steps, paid, refunded };
  const items = STEPS.map((step) => h("li", { "data-step": step }, names[step]));
  return {
    element: h("ol", { class: "story", "aria-label": texts.story }, ...items),
    update() {
      const done = doneSteps();
      const next = STEPS.find((step) => !done.has(step));
      for (const [index, step] of STEPS.entries()) {
        items[index]?.classList.toggle("done", done.has(step));
        if (step === next) items[index]?.setAttribute("aria-current", "step");
        else items[index]?.removeAttribute("aria-current");
      }
    },
  };

  function doneSteps(): Set<Step> {
    const { sale, webhooks } = playground;
    const done = new Set<Step>();
    if (sale === null) return done;
    const state = paymentState(sale, serverNow());
    const isVerified = (type: string) =>
      webhooks.some((webhook) => {
        const isAccepted = (webhook.message.response_status ?? 500) < 300;
        return webhook.intentId === sale.id && webhook.type === type && webhook.isVerified && isAccepted;
      });
    done.add("created");
    if (sale.status === "completed") done.add("paid");
    if (isVerified("payment.completed")) done.add("paidVerified");
    if (state === "refunded") done.add("refunded");
    if (isVerified("refund.completed")) done.add("refundVerified");
    return done;
  }
}
