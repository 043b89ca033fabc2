// One webhook: every attempt to deliver it, what was sent, and what was signed.

import { type Child, code, h } from "#pages/browser/kit/h.ts";
import type { DeliveryAttempt, WebhookDeliveryDetail } from "#sdk/index.ts";
import { request, requestText } from "../api/request.ts";
import { button } from "../components/button.ts";
import { notify } from "../components/notice.ts";
import { badge, facts, forDevelopers, section, time, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import { follow } from "../follow.ts";
import type { View, Visit } from "../router.ts";
import { signedText } from "../signed-text.ts";
import { exactMoment, t, wordFor } from "../text.ts";
import { deliveryBadge } from "./delivery-badge.ts";
import { details } from "./webhook-endpoint.ts";

interface Read {
  delivery: WebhookDeliveryDetail;
  /** The response as it was sent: the payload in it is what was signed, byte for byte. */
  text: string;
}

export function deliveryView({ ids: [id = ""] }: Visit): View {
  const detail = region<Read>({
    read: async () => {
      const text = await requestText("getWebhookDelivery", { ids: [id] });
      return { text, delivery: JSON.parse(text).delivery };
    },
    show: (read) => contentOf(read, () => detail.reload()),
  });
  const parent = { label: t.deliveries.title, href: "/dashboard/webhooks/deliveries" };
  return viewUnder({ title: t.deliveries.one, parent }, detail.element);
}

function contentOf(read: Read, reload: () => void): Child {
  const { delivery } = read;
  return [
    h(
      "div",
      { class: "summary" },
      h("p", { class: "amount name" }, wordFor(t.events, delivery.type)),
      deliveryBadge(delivery),
      addressOf(delivery),
      delivery.next_attempt_at === null
        ? null
        : h(
            "p",
            { class: "soft" },
            `${t.deliveries.nextAttempt}: `,
            time(delivery.next_attempt_at, exactMoment),
          ),
      delivery.payload !== null && h("div", { class: "actions" }, resendButton(delivery, reload)),
    ),
    h(
      "div",
      { class: "columns" },
      delivery.payload === null ? null : section(t.deliveries.attempts, attemptsOf(read)),
      h(
        "div",
        {},
        section(
          t.payments.details,
          facts([
            [
              t.payments.one,
              h("a", { href: `/dashboard/payments/${delivery.payment_intent_id}` }, paymentOf(delivery)),
            ],
            [t.webhooks.endpoint, delivery.endpoint && wordFor(t.deliveries.endpoints, delivery.endpoint)],
            [t.story.created, time(delivery.created_at, exactMoment)],
            [
              t.deliveries.statuses.delivered,
              delivery.delivered_at && time(delivery.delivered_at, exactMoment),
            ],
          ]),
        ),
        forDevelopers(
          facts([
            [t.webhooks.event, code(delivery.type)],
            [t.deliveries.id, code(delivery.id)],
            [t.payments.id, code(delivery.payment_intent_id)],
            [t.deliveries.sequence, String(delivery.sequence)],
          ]),
          delivery.payload &&
            section(
              t.deliveries.payload,
              h("pre", { dir: "ltr", tabindex: "0" }, JSON.stringify(delivery.payload, null, 2)),
            ),
        ),
      ),
    ),
  ];
}

/** Its number, as long as the payload is there. */
function paymentOf({ payload }: WebhookDeliveryDetail): string {
  const data = payload?.data;
  return data && "payment_intent" in data ? data.payment_intent.number : t.payments.one;
}

function addressOf({ payload, url }: WebhookDeliveryDetail): HTMLElement {
  if (payload === null) return h("p", { class: "soft" }, t.deliveries.deleted);
  return url === null ? h("p", { class: "soft" }, t.story.noWebhook) : h("p", {}, code(url));
}

function resendButton({ id, attempts }: WebhookDeliveryDetail, reload: () => void): HTMLButtonElement {
  const resend = button({
    label: t.deliveries.resend,
    kind: "primary",
    onclick: async () => {
      await request("redeliverWebhook", { ids: [id] });
      notify(t.deliveries.resent);
      // The attempt follows within moments.
      follow(resend, async () => {
        const { delivery } = await request("getWebhookDelivery", { ids: [id] });
        if (delivery.attempts === attempts && delivery.status === "pending") return true;
        reload();
        return false;
      });
    },
  });
  return resend;
}

function attemptsOf({ delivery, text }: Read): HTMLElement {
  if (delivery.attempt_log.length === 0) return h("p", { class: "soft" }, t.deliveries.noAttempts);
  return h(
    "ol",
    { class: "story" },
    delivery.attempt_log.map((attempt) => attemptItem(attempt, delivery.id, text)),
  );
}

function attemptItem(attempt: DeliveryAttempt, id: string, text: string): HTMLElement {
  const isGood = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  const kind = isGood ? "good" : "bad";
  const answer = attempt.status === null ? t.deliveries.noResponse : `HTTP ${attempt.status}`;
  return h(
    "li",
    { class: kind },
    h("p", { class: "story-what" }, time(attempt.at, exactMoment)),
    h("p", { class: "story-webhook" }, badge(kind, answer), code(`${attempt.duration_ms} ms`)),
    h("p", { class: "address" }, code(attempt.url)),
    attempt.error === null ? null : h("p", { class: "soft small", lang: "en" }, attempt.error),
    details(t.deliveries.body, attempt.response),
    details(t.deliveries.signed, signedText(id, attempt.at, text)),
  );
}
