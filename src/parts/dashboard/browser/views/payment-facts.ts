import { type Child, code, h, isolated } from "#pages/browser/kit/h.ts";
import { facts, section, time } from "../components/page.ts";
import { t } from "../text.ts";
import type { WholePayment } from "../whole-payment.ts";
import { ledgerLines } from "./payment-ledger.ts";
import { eventsOf } from "./payment-story.ts";

export function paymentFacts({ payment, counters }: WholePayment): Child {
  const counter = payment.counter_id === null ? undefined : counters.get(payment.counter_id);
  return [
    payment.qr_code_url &&
      h("img", {
        class: "code",
        src: payment.qr_code_url,
        alt: t.payments.codeAlt,
        width: 220,
        height: 220,
      }),
    facts([
      [t.payments.reference, payment.reference && isolated(payment.reference)],
      [t.payments.description, payment.description && isolated(payment.description)],
      [
        t.counters.one,
        counter && h("a", { href: `/dashboard/counters/${counter.id}` }, isolated(counter.name)),
      ],
      [t.story.created, time(payment.created_at)],
      [t.payments.expires, payment.status === "pending" && time(payment.expires_at)],
      [t.payments.states.paid, payment.completed_at && time(payment.completed_at)],
      [t.payments.states.cancelled, payment.cancelled_at && time(payment.cancelled_at)],
      [t.refund.reason, payment.refund_reason && isolated(payment.refund_reason)],
    ]),
  ];
}

/** Ids, addresses, and what programs have sent and heard. */
export function paymentInternals(whole: WholePayment): Child {
  const { payment } = whole;
  const wallet = payment.completed_by ?? payment.target_wallet_id;
  const { metadata, return_url: returnUrl } = payment;
  return [
    facts([
      [t.payments.id, code(payment.id)],
      [t.payments.checkout, code(payment.checkout_url)],
      [t.payments.expires, time(payment.expires_at)],
      [t.payments.wallet, wallet && code(wallet)],
      [t.payments.refundKey, payment.refund_ledger_tx_id && code(payment.refund_ledger_tx_id)],
      [t.refund.reference, payment.refund_reference && isolated(payment.refund_reference)],
      [t.payments.callback, payment.callback_url && [code(payment.callback_url), callbackEvents(payment)]],
      [t.payments.returnUrl, returnUrl && code(returnUrl)],
      [
        t.payments.metadata,
        metadata && h("pre", { dir: "ltr", tabindex: "0" }, JSON.stringify(metadata, null, 2)),
      ],
    ]),
    section(t.webhooks.events, eventsOf(whole)),
    section(t.ledger.title, ledgerLines(payment)),
  ];
}

/** What it takes, where that is not the completion alone. */
function callbackEvents({ callback_events: types = [] }: WholePayment["payment"]): Child {
  return types.map((type) => [" ", code(type)]);
}
