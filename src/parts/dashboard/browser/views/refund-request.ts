// What an owner's phone opens when a till asks for a refund: the amount, the reason, and one button.
import { serverNow } from "#pages/browser/kit/clock.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import type { Counter, PaymentIntent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { form, textOf } from "../components/form.ts";
import { announce } from "../components/notice.ts";
import { facts, time, viewUnder } from "../components/page.ts";
import { detailSkeleton, type Region, region } from "../components/region.ts";
import { readCounters } from "../counters-by-id.ts";
import { follow } from "../follow.ts";
import { paymentState } from "../payment-state.ts";
import type { View, Visit } from "../router.ts";
import { isOwner } from "../session.ts";
import { currentLanguage, money, t } from "../text.ts";
import { amountOf, stateBadge } from "./payment-line.ts";
import { reasonField, refund } from "./refund.ts";

interface Found {
  payment: PaymentIntent;
  counters: Map<string, Counter>;
}

export function refundRequestView({ ids: [id = ""], query }: Visit): View {
  // One key for one page: repeating a request that got no response cannot refund twice.
  const key = crypto.randomUUID();
  const read = async () => (await request("getPaymentIntent", { ids: [id] })).payment_intent;
  const found: Region<Found> = region<Found>({
    read: async () => {
      const [payment, counters] = await Promise.all([read(), readCounters()]);
      return { payment, counters };
    },
    show: ({ payment, counters }) => {
      if (payment.refund_status === "pending")
        follow(found.element, async () => {
          const current = await read();
          if (current.refund_status === "pending") return true;
          announce(t.payments.states[paymentState(current, serverNow())]);
          found.become({ payment: current, counters });
          return false;
        });
      const ask = async (reason: string) =>
        found.become({ payment: await refund(payment, key, reason), counters });
      return contentOf({ payment, counters }, query.get("reason") ?? "", ask);
    },
    skeleton: detailSkeleton,
  });
  const parent = { label: t.payments.one, href: `/dashboard/payments/${id}` };
  return viewUnder({ title: t.refund.action, parent }, found.element);
}

function contentOf(
  { payment, counters }: Found,
  reason: string,
  ask: (reason: string) => Promise<void>,
): Child {
  const state = paymentState(payment, serverNow());
  const counter = counters.get(payment.counter_id ?? "")?.name;
  return [
    h(
      "div",
      { class: "summary", "data-state": state },
      h("p", { class: "amount" }, isolated(amountOf(payment))),
      h("p", {}, stateBadge(payment), playMoneyBadge(payment.environment, currentLanguage())),
      state === "paid" ? null : h("p", { class: "soft" }, t.payments.stateHints[state]),
      facts([
        [t.payments.number, isolated(payment.number)],
        [t.story.created, time(payment.created_at)],
        [t.counters.one, counter && isolated(counter)],
        [t.payments.description, payment.description && isolated(payment.description)],
        [t.refund.reason, !isOwner() && reason && isolated(reason)],
      ]),
    ),
    state === "paid" ? refundForm(payment, reason, ask) : null,
  ];
}

function refundForm(payment: PaymentIntent, reason: string, ask: (reason: string) => Promise<void>): Child {
  if (!isOwner()) return h("p", { class: "callout" }, t.refund.ownerOnly);
  return form({
    fields: [h("p", {}, t.refund.text), reasonField(reason)],
    submit: t.refund.confirm(money(payment.amount_decimal, payment.currency)),
    onSubmit: (values) => ask(textOf(values, "reason") ?? ""),
  });
}
