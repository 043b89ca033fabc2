// What happened to a payment, oldest first.

import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import type { PaymentIntentEvent, WebhookDelivery } from "#sdk/index.ts";
import { time } from "../components/page.ts";
import { nameOfActor } from "../names.ts";
import { exactMoment, t, wordFor } from "../text.ts";
import type { WholePayment } from "../whole-payment.ts";
import { deliveryBadge } from "./delivery-badge.ts";

const MARKS: Record<PaymentIntentEvent["type"], string> = {
  "payment.completed": "good",
  "payment.cancelled": "ended",
  "payment.expired": "ended",
  "payment.approval_requested": "running",
  "refund.pending": "running",
  "refund.completed": "returned",
  "refund.failed": "bad",
};

export function storyOf(whole: WholePayment): HTMLElement {
  const { payment, createdBy, events, counters } = whole;
  const counter = payment.counter_id === null ? undefined : counters.get(payment.counter_id)?.name;
  const maker = createdBy === null ? counter && isolated(counter) : nameOfActor(createdBy, whole);
  return h(
    "ol",
    { class: "story" },
    item("running", t.story.created, payment.created_at, maker),
    events.map(({ type, created_at: at, actor }) =>
      item(MARKS[type] ?? "", wordFor(t.events, type), at, nameOfActor(actor, whole)),
    ),
  );
}

function item(mark: string, what: string, at: string, by: Child): HTMLElement {
  return h(
    "li",
    { class: mark },
    h("p", { class: "story-what" }, what),
    h("p", { class: "soft small" }, time(at, exactMoment)),
    by && h("p", { class: "soft small" }, by),
  );
}

/** The events as programs see them: who caused them in which request, and what became of their webhooks. */
export function eventsOf({ events, deliveries }: WholePayment): HTMLElement {
  const deliveryOf = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const lines = events.map((event) => {
    const delivery = deliveryOf.get(event.id);
    return h(
      "li",
      { class: MARKS[event.type] ?? "" },
      h("p", { class: "story-what" }, code(event.type)),
      h("p", { class: "soft small" }, `${t.audit.actor} `, code(event.actor)),
      event.request_id && h("p", { class: "soft small" }, `${t.common.requestId} `, code(event.request_id)),
      delivery && deliveryLine(delivery),
    );
  });
  return h("ol", { class: "story" }, lines);
}

function deliveryLine(delivery: WebhookDelivery): Child {
  if (delivery.status === "none") return h("p", { class: "soft small" }, t.story.noWebhook);
  return h(
    "p",
    { class: "story-webhook" },
    deliveryBadge(delivery),
    " ",
    h("a", { href: `/dashboard/webhooks/deliveries/${delivery.id}` }, t.story.webhook(delivery.attempts)),
    delivery.url === null ? null : h("span", { class: "address" }, code(delivery.url)),
  );
}
