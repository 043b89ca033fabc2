// One sale of the last day: what it is, and a code with which an owner gives it back on a phone of their own. The till itself
// moves no money.

import { readIntent } from "#pages/browser/device/api.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import type { SaleIntent } from "#pages/browser/device/sale.ts";
import { stateOf } from "#pages/browser/device/sales-view.ts";
import { amountLine, formOf } from "#pages/browser/kit/elements.ts";
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { fill, h, isolated } from "#pages/browser/kit/h.ts";
import { publicOrigin } from "#pages/browser/kit/payment-code.ts";
import { qrImage } from "#pages/browser/kit/qr-code.ts";
import { openSheet } from "#pages/browser/kit/sheet.ts";
import { signalPaid } from "#pages/browser/kit/signals.ts";
import { sleep } from "#pages/browser/kit/sleep.ts";
import { bigButton } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";

const READ_AGAIN_MS = 2_000;
/** More would make the code too dense for a phone's camera. */
const REASON_MAX = 60;

interface SaleSheet {
  timeZone: string;
  print(sale: SaleIntent): void;
  onChange(sale: SaleIntent): void;
}

export function openSale(sale: SaleIntent, speech: Speech, { timeZone, print, onChange }: SaleSheet): void {
  const { texts, locale } = speech;
  const closed = new AbortController();
  const state = h("p", { class: "state", role: "status" });
  const rest = h("div", { class: "rest" });
  const ask = bigButton(texts.refund.action, () => fill(rest, reasonForm(sale, texts, start)));
  const show = (current: SaleIntent) => {
    state.textContent = stateOf(current, texts);
    const isPaid = current.status === "completed";
    if (current.refund_status !== null || !isPaid)
      fill(rest, isPaid && bigButton(texts.receipt.print, () => print(current)));
  };
  const start = (code: HTMLElement) => {
    fill(rest, code);
    void followRefund(sale, closed.signal, (current, wasRefused) => {
      if (wasRefused) fill(rest, h("p", { class: "warning", role: "alert" }, texts.refund.refused), ask);
      show(current);
      onChange(current);
      const { language } = speech;
      if (current.refund_status === "completed") signalPaid({ words: state.textContent ?? "", language });
    });
  };
  fill(
    rest,
    bigButton(texts.receipt.print, () => print(sale)),
    ask,
  );
  show(sale);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const content = h(
    "div",
    { class: "one-sale" },
    amountLine(formatMoney(sale.amount_decimal, sale.currency, locale)),
    state,
    h("p", {}, format.format(Date.parse(sale.created_at))),
    sale.description && h("p", {}, isolated(sale.description)),
    rest,
  );
  const title = sale.number;
  openSheet({ title, close: texts.close, className: "side", content, onClose: () => closed.abort() });
}

function reasonForm(
  sale: SaleIntent,
  { refund }: Speech["texts"],
  start: (code: HTMLElement) => void,
): HTMLElement {
  const reason = h("input", { id: "reason", maxlength: REASON_MAX, autocomplete: "off" });
  return formOf(
    { class: "rest" },
    () => start(codeOf(sale, reason.value.trim(), refund)),
    h("p", { class: "hint" }, refund.hint),
    h("label", { for: reason.id }, refund.reason),
    reason,
    h("button", { class: "primary big" }, refund.showCode),
  );
}

function codeOf({ id }: SaleIntent, reason: string, refund: Speech["texts"]["refund"]): HTMLElement {
  const query = reason === "" ? "" : `?${new URLSearchParams({ reason })}`;
  const link = `${publicOrigin}/dashboard/payments/${id}/refund${query}`;
  return h(
    "div",
    { class: "rest" },
    h("img", { class: "code", src: qrImage(link), alt: refund.codeAlt, width: "360", height: "360" }),
    h("p", {}, refund.scan),
    h("p", { class: "hint" }, refund.waiting),
  );
}

/** Tells each change until the money is back or the sheet is closed, and whether the refund was refused. */
async function followRefund(
  { id }: SaleIntent,
  signal: AbortSignal,
  tell: (sale: SaleIntent, wasRefused: boolean) => void,
): Promise<void> {
  let last: SaleIntent["refund_status"] = null;
  while (!signal.aborted && last !== "completed") {
    await sleep(READ_AGAIN_MS, signal);
    if (document.hidden || signal.aborted) continue;
    const read = await readIntent(id);
    if (isSignedOut(read)) return location.reload();
    if (read.kind !== "ok" || read.value.refund_status === last) continue;
    const wasRefused = read.value.refund_status === null;
    last = read.value.refund_status;
    tell(read.value, wasRefused);
    if (wasRefused) return;
  }
}
