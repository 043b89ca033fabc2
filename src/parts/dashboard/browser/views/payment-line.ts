// A payment as a line of a list.

import { serverNow } from "#pages/browser/kit/clock.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent } from "#sdk/index.ts";
import { type BadgeKind, badge, time } from "../components/page.ts";
import type { Column } from "../components/table.ts";
import { type PaymentState, paymentState } from "../payment-state.ts";
import { isOwner } from "../session.ts";
import { money, t, timeOfDay, wordFor } from "../text.ts";
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

/** Says who has ended it, where that is known. */
export function stateBadge(payment: PaymentIntent): HTMLElement {
  const state = paymentState(payment, serverNow());
  const { cancellation_reason: reason } = payment;
  return badge(
    BADGES[state],
    reason === null ? t.payments.states[state] : wordFor(t.payments.cancellations, reason),
  );
}

export function amountOf({
  amount_decimal,
  currency,
}: Pick<PaymentIntent, "amount_decimal" | "currency">): string {
  return money(amount_decimal, currency);
}

export function paymentColumns(
  counters: Map<string, Counter>,
  change: (changed: PaymentIntent) => void,
): Column<PaymentIntent>[] {
  return [
    { label: t.payments.amount, kind: "sum", cell: sumOf },
    { label: t.payments.state, kind: "state", cell: stateBadge },
    { label: t.payments.one, kind: "about", cell: (payment) => aboutOf(payment, counters) },
    { label: t.ledger.time, kind: "when", cell: ({ created_at }) => time(created_at, timeOfDay) },
    {
      label: t.payments.actions,
      kind: "actions",
      cell: (payment) =>
        isOwner() && paymentState(payment, serverNow()) === "paid"
          ? refundButton(payment, change, { kind: "quiet" })
          : null,
    },
  ];
}

function sumOf(payment: PaymentIntent): HTMLElement {
  const state = paymentState(payment, serverNow());
  const look = state === "refunded" ? "struck" : BADGES[state] === "ended" ? "soft" : "";
  return h("strong", { class: look }, amountOf(payment));
}

/** What people call it, where it was, and what for: the merchant's own reference says most. */
function aboutOf(payment: PaymentIntent, counters: Map<string, Counter>): HTMLElement {
  const { id, number, counter_id, reference, description } = payment;
  const counter = counter_id === null ? undefined : counters.get(counter_id)?.name;
  const texts = [number, counter, reference, description].filter((text) => text);
  return h(
    "a",
    { class: "row-link", href: `/dashboard/payments/${id}` },
    texts.map((text) => h("span", {}, isolated(text ?? ""))),
  );
}
