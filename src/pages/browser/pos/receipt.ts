// The receipt: a part of the page that only a printer shows, 80 mm wide.
import { formatMoney } from "../../format.ts";
import { h, isolated } from "../kit/h.ts";
import type { Speech } from "./language.ts";
import type { SaleIntent } from "./sale.ts";

export function printReceipt(intent: SaleIntent, counter: string, { texts, locale }: Speech): void {
  document.querySelector(".receipt")?.remove();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const { receipt, sales } = texts;
  const status = intent.refund_status === null ? texts.ends.paid.title : sales.refund[intent.refund_status];
  const line = (label: string, value: string) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, isolated(value)));
  document.body.append(
    h(
      "section",
      { class: "receipt" },
      h("h1", {}, isolated(intent.merchant_name)),
      h("p", {}, receipt.title),
      h("p", { class: "entered" }, isolated(formatMoney(intent.amount_decimal, intent.currency, locale))),
      h("p", { class: "status" }, status),
      h(
        "dl",
        {},
        line(receipt.time, time.format(Date.parse(intent.completed_at ?? intent.created_at))),
        line(receipt.counter, counter),
        line(receipt.payment, intent.id),
      ),
      h("p", {}, receipt.thanks),
    ),
  );
  print();
}
