// What a customer keeps of a payment or a movement, shares and saves.
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import { formatMoney } from "#pages/format.ts";
import { blockButton } from "./block.ts";
import type { Speech } from "./language.ts";
import type { WalletIntent } from "./payment.ts";
import type { App } from "./screen.ts";

type Fact = readonly [label: string, value: Child];

export function receiptOf(intent: WalletIntent, speech: Speech, shop: Wire<"Receipt"> | null): HTMLElement {
  const { receipt } = speech.texts;
  const { merchant_name: name, environment, completed_at: at } = intent;
  const counter = shop?.counter_name && [" · ", isolated(shop.counter_name)];
  return factsOf([
    [receipt.shop, [isolated(name), counter, playMoneyBadge(environment, speech.language)]],
    [receipt.description, intent.description && isolated(intent.description)],
    [receipt.time, at && momentOf(at, speech)],
    [receipt.number, numberFact(intent.number)],
    [receipt.address, linesOf(shop?.address)],
    [receipt.vatId, shop?.vat_id],
    ["", linesOf(shop?.receipt_footer)],
  ]);
}

/** Without those that have no value. */
export function factsOf(facts: readonly Fact[]): HTMLElement {
  const shown = facts.filter(([, value]) => value);
  return h(
    "dl",
    { class: "facts" },
    shown.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}

export function numberFact(number: string | null): Child {
  return number && h("bdi", { dir: "ltr" }, number);
}

function linesOf(text: string | null | undefined): Child {
  return text && h("span", { class: "lines" }, isolated(text));
}

/** It may be anyone's browser that opens the link: it shows what the shop's checkout shows, and leads nowhere else. */
function sharedOf(intent: WalletIntent, speech: Speech): ShareData {
  const { receipt, payment } = speech.texts;
  const { refund_status: refund, merchant_name: shop, completed_at: at } = intent;
  const amount = formatMoney(intent.amount_decimal, intent.currency, speech.locale);
  const state = refund === null ? payment.ends.paid.title : receipt.refund[refund];
  const text = [shop, `${state}: ${amount}`, at && momentOf(at, speech), intent.number].join("\n");
  return { title: shop, text, url: `${location.origin}/pay/${intent.id}?receipt` };
}

/**
 * What can be done with a payment's receipt. Blocking its shop is seldom meant, and not the first thing to see. Drawn again, it is
 * as open as it was, and says what it said.
 */
export function receiptActions(intent: WalletIntent, app: App): Child {
  const open = document.querySelector<HTMLDetailsElement>("details.more")?.open === true;
  const more = h("summary", {}, app.speech.texts.more);
  return [
    keepingActions(sharedOf(intent, app.speech), app),
    h("details", { class: "more", open }, more, blockButton(app, intent)),
  ];
}

export function keepingActions(shared: ShareData, { speech: { texts } }: App): Child {
  const { receipt } = texts;
  const told = document.querySelector(".keeping .hint") ?? h("p", { class: "hint", role: "status" });
  const share = async () => {
    // Whoever closes the sheet has shared nothing, and nothing is wrong.
    if (typeof navigator.share === "function") return void (await navigator.share(shared).catch(() => null));
    const copying = navigator.clipboard.writeText([shared.text, shared.url].filter(Boolean).join("\n"));
    told.textContent = await copying.then(
      () => receipt.copied,
      () => texts.failed,
    );
  };
  return h(
    "div",
    { class: "keeping" },
    h("button", { type: "button", class: "big", click: () => void share() }, receipt.share),
    h("button", { type: "button", class: "big", click: () => print() }, receipt.save),
    told,
  );
}

/** `at`: ISO, or epoch milliseconds. */
export function momentOf(
  at: string | number,
  { locale }: Speech,
  dateStyle: "medium" | "long" = "long",
): string {
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(at));
}
