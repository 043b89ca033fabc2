// How a payment is shown in a row.

import { serverNow } from "#pages/browser/kit/clock.ts";
import { code, h, isolated } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent } from "#sdk/index.ts";
import { type BadgeKind, badge, time } from "../components/page.ts";
import type { Column } from "../components/table.ts";
import { type PaymentState, paymentState } from "../payment-state.ts";
import { isOwner } from "../session.ts";
import { money, t } from "../text.ts";
import { refundButton } from "./refund.ts";

const BADGES: Record<PaymentState, BadgeKind> = {
  open: "running",
  approval: "running",
  underway: "running",
  paid: "good",
  refunding: "running",
  refunded: "returned",
  cancelled: "ended",
  declined: "ended",
  expired: "ended",
};

export function stateBadge(payment: PaymentIntent): HTMLElement {
  const state = paymentState(payment, serverNow());
  return badge(BADGES[state], t.payments.states[state]);
}

export function amountOf({ amount_decimal, currency }: PaymentIntent): string {
  return money(amount_decimal, currency);
}

export function paymentColumns(
  counters: Map<string, Counter>,
  change: (changed: PaymentIntent) => void,
): Column<PaymentIntent>[] {
  return [
    { label: t.payments.reference, kind: "title", cell: titleOf },
    { label: t.payments.state, kind: "headline", cell: stateBadge },
    { label: t.payments.created, cell: ({ created_at }) => time(created_at) },
    {
      label: t.payments.counter,
      cell: ({ counter_id }) =>
        counter_id === null
          ? h("span", { class: "soft" }, "–")
          : isolated(counters.get(counter_id)?.name ?? counter_id),
    },
    {
      label: t.payments.amount,
      kind: "number",
      cell: (payment) =>
        h(
          "strong",
          { class: paymentState(payment, serverNow()) === "refunded" ? "struck" : "" },
          amountOf(payment),
        ),
    },
    {
      label: t.payments.actions,
      kind: "actions",
      cell: (payment) =>
        isOwner() && paymentState(payment, serverNow()) === "paid"
          ? refundButton(payment, change, "quiet")
          : null,
    },
  ];
}

/** The merchant's own reference says most; without one, what the payment is for. */
function titleOf({ id, reference, description }: PaymentIntent): HTMLElement {
  const [title = null, subtitle = null] = [reference, description].filter(
    (text) => text !== null && text !== "",
  );
  return h(
    "a",
    { class: "row-link", href: `/dashboard/payments/${id}` },
    title === null ? code(id.slice(0, 8)) : isolated(title),
    subtitle === null ? null : h("span", { class: "soft small" }, isolated(subtitle)),
  );
}
