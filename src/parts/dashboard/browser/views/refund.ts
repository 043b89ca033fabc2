// Giving a payment back: in full and once, after a question.

import { h, isolated } from "#pages/browser/kit/h.ts";
import type { PaymentIntent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { confirmFirst } from "../components/dialog.ts";
import { textField } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { money, t } from "../text.ts";

const REASON_MAX = 255;

/** Calls `onChange` with what the payment is when the refund has been accepted. */
export function refundButton(
  payment: PaymentIntent,
  onChange: (refunding: PaymentIntent) => void,
  { reason = "", ...look }: { reason?: string; kind?: "quiet" } = {},
): HTMLButtonElement {
  const amount = money(payment.amount_decimal, payment.currency);
  return button({
    label: t.refund.action,
    icon: "refund",
    spoken: `${t.refund.action}: ${amount} ${payment.number}`,
    ...look,
    onclick: () => {
      // One key for one question: repeating a request that got no response cannot refund twice.
      const idempotencyKey = crypto.randomUUID();
      const asked = reasonField(reason);
      confirmFirst({
        title: t.refund.title(amount),
        text: [
          h("p", {}, isolated(payment.number), payment.reference && [" · ", isolated(payment.reference)]),
          h("p", {}, t.refund.text),
          asked,
        ],
        action: t.refund.confirm(amount),
        isDangerous: true,
        run: async () => {
          onChange(await refund(payment, idempotencyKey, asked.querySelector("input")?.value ?? ""));
        },
      });
    },
  });
}

function reasonField(value: string): HTMLElement {
  return textField({
    name: "reason",
    label: t.refund.reason,
    hint: t.refund.reasonHint,
    attributes: { maxlength: REASON_MAX, autocomplete: "off" },
    value: value.slice(0, REASON_MAX),
  });
}

/** Returns what the payment is once the refund has been accepted. */
async function refund(payment: PaymentIntent, idempotencyKey: string, given: string): Promise<PaymentIntent> {
  const reason = given.trim();
  const texts = reason === "" ? undefined : { reason };
  await request("refundPaymentIntent", { ids: [payment.id], idempotencyKey, body: texts });
  notify(t.refund.accepted);
  return { ...payment, refund_status: "pending", ...(texts && { refund_reason: reason }) };
}
