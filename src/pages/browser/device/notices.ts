// Pages that say one thing.
import { endOfCurrency } from "../../../core/domain/money.ts";
import { formOf, noticePage } from "../kit/elements.ts";
import { h } from "../kit/h.ts";
import type { Notice } from "../kit/step.ts";
import { takeKeys, tell } from "./device-keys.ts";
import type { Speech } from "./language.ts";
import { currencySelect } from "./menu.ts";
import { recall } from "./remembered.ts";

export function unpairedPage({ title, text }: Notice, pair: string, href = "/pos/pair"): HTMLElement {
  return noticePage(title, text, h("a", { class: "button primary big", href }, pair));
}

/** Asked once; the currency of a till hardly ever changes. */
export function currencyPage(
  speech: Speech,
  guess: string,
  onChosen: (currency: string) => void,
): HTMLElement {
  const { title, text, label, save } = speech.texts.currency;
  // A scanner that types chooses none.
  takeKeys({ type: () => false, scan: () => tell(title) });
  const ended = endedText(speech, recall("currency") ?? "");
  const select = currencySelect(speech, guess, () => {});
  const form = formOf(
    {},
    () => onChosen(select.value),
    h("label", { for: "currency" }, label),
    select,
    h("button", { class: "primary big" }, save),
  );
  return noticePage(title, ended === null ? text : `${ended} ${text}`, form);
}

/** Says since when a currency is not in use any more; null for one that is. */
export function endedText({ texts, locale }: Speech, currency: string): string | null {
  const since = endOfCurrency(currency);
  if (since === null) return null;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(since));
  return texts.currency.ended(currency, day);
}
