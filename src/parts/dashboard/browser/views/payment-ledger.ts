// The lines that a payment has at the ledger.

import { code, h } from "#pages/browser/kit/h.ts";
import type { LedgerTransaction, PaymentIntent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { time } from "../components/page.ts";
import { region } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import { findLines } from "../find-ledger-lines.ts";
import { whoIsHere } from "../session.ts";
import { exactMoment, money, t, wordFor } from "../text.ts";

const PER_PAGE = 100;

export function ledgerLines(payment: PaymentIntent): HTMLElement {
  if (payment.completed_at === null) return h("p", { class: "soft" }, t.ledger.nothing);
  const since = payment.completed_at;
  return region<LedgerTransaction[]>({
    read: () => findLines(payment.id, since, readPage),
    show: (lines) =>
      lines.length === 0
        ? h("p", { class: "soft" }, t.ledger.notFound)
        : table({ caption: t.ledger.title, columns: [...ledgerColumns(), TRANSACTION()], rows: lines }),
  }).element;
}

async function readPage(page: number) {
  return await request("listTransactions", { query: { page, limit: PER_PAGE } });
}

/** `isLinked`: the lines lead to their payments. */
export function ledgerColumns(isLinked = false): Column<LedgerTransaction>[] {
  return [
    {
      label: t.ledger.type,
      kind: "title",
      cell: ({ transaction_type: type, status, metadata: { payment_intent_id: id } }) => {
        const name = t.ledger.types[type as keyof typeof t.ledger.types] ?? type;
        const words = [
          name,
          status !== "completed" &&
            h("span", { class: "soft small" }, ` · ${wordFor(t.deliveries.statuses, status)}`),
        ];
        return isLinked && typeof id === "string"
          ? h("a", { class: "row-link", href: `/dashboard/payments/${id}` }, words)
          : words;
      },
    },
    {
      label: t.ledger.time,
      cell: ({ created_at, completed_at }) => time(completed_at ?? created_at, exactMoment),
    },
    {
      label: t.payments.amount,
      kind: "number",
      cell: (line) => h("strong", {}, signedAmount(line)),
    },
  ];
}

export const TRANSACTION = (): Column<LedgerTransaction> => ({
  label: t.ledger.transaction,
  cell: ({ transaction_id: id }) => h("span", { class: "address" }, code(id)),
});

/** Negative where money left the merchant's account. */
function signedAmount({ amount, currency, from_account_id: from }: LedgerTransaction): string {
  return money(from === whoIsHere().merchantId ? `-${amount}` : amount, currency);
}
