import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import { copyable } from "../components/dialog.ts";
import { facts, time } from "../components/page.ts";
import { t } from "../text.ts";
import type { WholePayment } from "../whole-payment.ts";

export function paymentFacts({ payment, counters }: WholePayment): Child {
  const { counter_id: counterId, metadata } = payment;
  return [
    payment.qr_code_url &&
      h("img", {
        class: "code",
        src: payment.qr_code_url,
        alt: t.payments.codeAlt,
        width: 220,
        height: 220,
      }),
    payment.status === "pending" && copyable(t.payments.checkout, payment.checkout_url),
    facts([
      [t.payments.id, code(payment.id)],
      [t.payments.reference, payment.reference && isolated(payment.reference)],
      [t.payments.description, payment.description && isolated(payment.description)],
      [
        t.payments.counter,
        counterId &&
          h(
            "a",
            { href: `/dashboard/counters/${counterId}` },
            isolated(counters.get(counterId)?.name ?? counterId),
          ),
      ],
      [t.payments.created, time(payment.created_at)],
      [t.payments.expires, time(payment.expires_at)],
      [t.payments.completed, payment.completed_at && time(payment.completed_at)],
      [t.payments.cancelled, payment.cancelled_at && time(payment.cancelled_at)],
      [t.payments.wallet, walletOf(payment.completed_by ?? payment.target_wallet_id)],
      [t.payments.refundKey, payment.refund_ledger_tx_id && code(payment.refund_ledger_tx_id)],
      [t.refund.reference, payment.refund_reference && isolated(payment.refund_reference)],
      [t.refund.reason, payment.refund_reason && isolated(payment.refund_reason)],
      [t.payments.callback, payment.callback_url && [code(payment.callback_url), callbackEvents(payment)]],
      [t.payments.returnUrl, payment.return_url && code(payment.return_url)],
    ]),
    metadata === null
      ? null
      : h(
          "details",
          {},
          h("summary", {}, t.payments.metadata),
          h("pre", { dir: "ltr", tabindex: "0" }, JSON.stringify(metadata, null, 2)),
        ),
  ];
}

function walletOf(id: string | null): Child {
  return id === null ? null : code(id);
}

/** What it takes, where that is not the completion alone. */
function callbackEvents({ callback_events: types = [] }: WholePayment["payment"]): Child {
  return types.map((type) => [" ", code(type)]);
}
