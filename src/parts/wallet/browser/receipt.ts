// What a customer keeps of a payment, shares and saves.
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import { formatMoney } from "#pages/format.ts";
import { blockButton } from "./block.ts";
import type { Speech } from "./language.ts";
import type { WalletIntent } from "./payment.ts";
import type { App } from "./screen.ts";

export function receiptOf(intent: WalletIntent, speech: Speech, shop: Wire<"Receipt"> | null): HTMLElement {
  const { receipt } = speech.texts;
  const { description, environment } = intent;
  const counter = shop?.counter_name && [" · ", isolated(shop.counter_name)];
  const facts: [string, Child][] = [
    [receipt.shop, [isolated(intent.merchant_name), counter, playMoneyBadge(environment, speech.language)]],
    [receipt.description, description === null || description === "" ? null : isolated(description)],
    [receipt.time, timeOf(intent.completed_at, speech)],
    [receipt.number, h("bdi", { dir: "ltr" }, intent.number)],
    [receipt.address, linesOf(shop?.address)],
    [receipt.vatId, shop?.vat_id],
    ["", linesOf(shop?.receipt_footer)],
  ];
  const shown = facts.filter(([, value]) => value !== null && value !== undefined);
  return h(
    "dl",
    { class: "facts" },
    shown.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}

function linesOf(text: string | null | undefined): Child {
  return text && h("span", { class: "lines" }, isolated(text));
}

/** It may be anyone's browser that opens the link: it shows what the shop's checkout shows, and leads nowhere else. */
function sharedOf(intent: WalletIntent, speech: Speech): { title: string; text: string; url: string } {
  const { receipt, payment } = speech.texts;
  const { refund_status: refund, merchant_name: shop } = intent;
  const amount = formatMoney(intent.amount_decimal, intent.currency, speech.locale);
  const state = refund === null ? payment.ends.paid.title : receipt.refund[refund];
  const lines = [shop, `${state}: ${amount}`, timeOf(intent.completed_at, speech), intent.number];
  const text = lines.filter((line) => line !== null).join("\n");
  return { title: shop, text, url: `${location.origin}/pay/${intent.id}?receipt` };
}

/** What can be done with a receipt. Blocking its shop is seldom meant, and not the first thing to see. */
export function receiptActions(intent: WalletIntent, app: App): Child {
  const { receipt, more } = app.speech.texts;
  const told = h("p", { class: "hint", role: "status" });
  const share = async () => {
    const { url, text, title } = sharedOf(intent, app.speech);
    // Whoever closes the sheet has shared nothing, and nothing is wrong.
    if (typeof navigator.share === "function")
      return void (await navigator.share({ title, text, url }).catch(() => null));
    const copying = navigator.clipboard.writeText(`${text}\n${url}`);
    told.textContent = await copying.then(
      () => receipt.copied,
      () => app.speech.texts.failed,
    );
  };
  // Drawn again, it is as open as it was.
  const open = document.querySelector<HTMLDetailsElement>("details.more")?.open === true;
  return [
    h(
      "div",
      { class: "keeping" },
      h("button", { type: "button", class: "big", click: () => void share() }, receipt.share),
      h("button", { type: "button", class: "big", click: () => print() }, receipt.save),
    ),
    h("details", { class: "more", open }, h("summary", {}, more), blockButton(app, intent)),
    told,
  ];
}

/** Returns null where it has not happened. */
export function timeOf(time: string | null, { locale }: Speech): string | null {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
  return time === null ? null : format.format(Date.parse(time));
}
