// The receipt: a part of the page that only a printer shows, on a strip of 80 mm or on a sheet.
import type { SessionView } from "../../../core/wire/shared/wire-types.ts";
import { formatMoney } from "../../format.ts";
import { h, isolated } from "../kit/h.ts";
import { logoImage } from "../kit/logo.ts";
import { playMoneyBadge } from "../kit/play-money.ts";
import type { Speech } from "./language.ts";
import type { SaleIntent } from "./sale.ts";

type ShopLines = Pick<SessionView["shop"], "address" | "vat_id" | "receipt_footer" | "logo_url">;

interface Receipt {
  /** Whose it is. */
  name: string;
  shop?: ShopLines | undefined;
  /** Where that is: a tablet's own may be another. */
  timeZone: string;
  amount: { amount_decimal: string; currency: string; created_at: string; completed_at: string | null };
  status: string;
  /** Absent where no payment is shown. */
  environment?: SaleIntent["environment"];
  /** What it was for. */
  description?: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  thanks?: string;
  /** It was printed before. */
  isCopy: boolean;
}

export interface ReceiptShop {
  /** Null for a payment at none. */
  counter: string | null;
  timeZone: string;
  shop: ShopLines | undefined;
}

type Paid = Omit<SaleIntent, "qr_code_url">;

export async function printReceipt(
  intent: Paid,
  { counter, timeZone, shop }: ReceiptShop,
  speech: Speech,
  isCopy = wasPrinted(intent.id),
): Promise<void> {
  const { receipt, sales, ends } = speech.texts;
  await printSlip(speech, {
    name: intent.merchant_name,
    shop,
    timeZone,
    amount: intent,
    environment: intent.environment,
    description: intent.description,
    status: intent.refund_status === null ? ends.paid.title : sales.refund[intent.refund_status],
    facts: [
      ...(counter === null ? [] : ([[receipt.counter, counter]] as const)),
      [receipt.payment, intent.number],
    ],
    thanks: receipt.thanks,
    isCopy,
  });
}

/** About as many characters stand on one line of the paper. */
const DESCRIPTION_LINE = 35;
const printed = new Set<string>();

/** Whether this page has printed it before; from now on, it has. */
export function wasPrinted(id: string): boolean {
  const before = printed.has(id);
  printed.add(id);
  return before;
}

export async function printSlip(
  { texts: { receipt }, locale, language }: Speech,
  slip: Receipt,
): Promise<void> {
  document.querySelector(".receipt")?.remove();
  const { shop, amount, description } = slip;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: slip.timeZone,
  });
  const time = format.format(Date.parse(amount.completed_at ?? amount.created_at));
  const line = (label: string, value: string) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, isolated(value)));
  const text = (lines: string | null | undefined) => lines && h("p", { class: "lines" }, isolated(lines));
  const money = formatMoney(amount.amount_decimal, amount.currency, locale);
  const playMoney = playMoneyBadge(slip.environment, language);
  const logo = logoImage(shop?.logo_url);
  const isLong = [logo, shop?.address, shop?.receipt_footer, description?.at(DESCRIPTION_LINE)].some(Boolean);
  document.body.append(
    h(
      "section",
      { class: isLong ? "receipt long" : "receipt" },
      logo,
      h("h1", {}, isolated(slip.name)),
      text(shop?.address),
      shop?.vat_id && h("p", {}, `${receipt.vatId} `, isolated(shop.vat_id)),
      h("p", {}, receipt.title, slip.isCopy && [" · ", h("strong", {}, receipt.copy)]),
      text(description),
      h("p", { class: "entered" }, isolated(money)),
      h("p", { class: "status" }, slip.status),
      playMoney && h("p", {}, playMoney),
      h("dl", {}, line(receipt.time, time), ...slip.facts.map(([label, value]) => line(label, value))),
      text(shop?.receipt_footer),
      slip.thanks === undefined || shop?.receipt_footer ? null : h("p", {}, slip.thanks),
    ),
  );
  // Without it, a printer is faster than the picture. One that is gone keeps nothing waiting.
  if (logo instanceof HTMLImageElement) await logo.decode().catch(() => {});
  print();
}
