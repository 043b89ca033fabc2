// The receipt: a part of the page that only a printer shows, 80 mm wide.
import { formatMoney } from "../../format.ts";
import { h, isolated } from "../kit/h.ts";
import type { Speech } from "./language.ts";
import type { SaleIntent } from "./sale.ts";

interface Receipt {
  /** Whose it is. */
  name: string;
  /** Where that is: a tablet's own may be another. */
  timeZone: string;
  amount: { amount_decimal: string; currency: string; created_at: string; completed_at: string | null };
  status: string;
  facts: readonly (readonly [label: string, value: string])[];
  thanks?: string;
}

interface Shop {
  counter: string;
  timeZone: string;
}

export function printReceipt(intent: SaleIntent, { counter, timeZone }: Shop, speech: Speech): void {
  const { receipt, sales, ends } = speech.texts;
  printSlip(speech, {
    name: intent.merchant_name,
    timeZone,
    amount: intent,
    status: intent.refund_status === null ? ends.paid.title : sales.refund[intent.refund_status],
    facts: [
      [receipt.counter, counter],
      [receipt.payment, intent.id],
    ],
    thanks: receipt.thanks,
  });
}

export function printSlip({ texts: { receipt }, locale }: Speech, slip: Receipt): void {
  document.querySelector(".receipt")?.remove();
  const { amount_decimal, currency, created_at, completed_at } = slip.amount;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: slip.timeZone,
  });
  const time = format.format(Date.parse(completed_at ?? created_at));
  const line = (label: string, value: string) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, isolated(value)));
  document.body.append(
    h(
      "section",
      { class: "receipt" },
      h("h1", {}, isolated(slip.name)),
      h("p", {}, receipt.title),
      h("p", { class: "entered" }, isolated(formatMoney(amount_decimal, currency, locale))),
      h("p", { class: "status" }, slip.status),
      h("dl", {}, line(receipt.time, time), ...slip.facts.map(([label, value]) => line(label, value))),
      slip.thanks === undefined ? null : h("p", {}, slip.thanks),
    ),
  );
  print();
}
