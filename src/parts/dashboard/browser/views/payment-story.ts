// What happened to a payment, oldest first: each event with what became of its webhook.

import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import type { PaymentIntentEvent, WebhookDelivery } from "#sdk/index.ts";
import { time } from "../components/page.ts";
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
  const { payment, createdBy, events, deliveries, counters } = whole;
  const deliveryOf = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const counter = payment.counter_id === null ? null : counters.get(payment.counter_id);
  return h(
    "ol",
    { class: "story" },
    h(
      "li",
      { class: "running" },
      h("p", { class: "story-what" }, t.story.created),
      h("p", { class: "soft small" }, time(payment.created_at, exactMoment)),
      counter === null || counter === undefined
        ? null
        : h("p", { class: "soft small" }, `${t.payments.counter}: `, isolated(counter.name)),
      createdBy === null
        ? null
        : h("p", { class: "soft small" }, `${t.story.by} `, actorName(createdBy, whole)),
    ),
    events.map((event) => eventItem(event, whole, deliveryOf.get(event.id))),
  );
}

function eventItem(
  event: PaymentIntentEvent,
  whole: WholePayment,
  delivery: WebhookDelivery | undefined,
): HTMLElement {
  return h(
    "li",
    { class: MARKS[event.type] ?? "" },
    h("p", { class: "story-what" }, wordFor(t.events, event.type)),
    h("p", { class: "soft small" }, time(event.created_at, exactMoment)),
    h(
      "p",
      { class: "soft small" },
      `${t.story.by} `,
      actorName(event.actor, whole),
      event.request_id === null ? null : [" · ", `${t.common.requestId} `, code(event.request_id)],
    ),
    delivery === undefined ? null : deliveryLine(delivery),
  );
}

/** A user that was removed has no email any more. */
function actorName(actor: string, { emails }: WholePayment): Child {
  const email = emails.get(actor);
  return email === undefined ? code(actor) : isolated(email);
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
