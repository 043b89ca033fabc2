// What is set once: language, currency, the customer's screen, the pairing.
import { CODES_BY_EXPONENT } from "../../../domain/currencies.ts";
import { LANGUAGE_NAMES } from "../../languages.ts";
import { icon } from "../kit/device-icons.ts";
import { h } from "../kit/h.ts";
import { openSheet } from "../kit/sheet.ts";
import type { Speech } from "./language.ts";

interface MenuActions {
  setLanguage: (language: string) => void;
  /** What only a till has. */
  till?: {
    currency: string;
    setCurrency: (currency: string) => void;
    openCustomerScreen: () => void;
  };
  testSound: () => void;
  /** Else as a till's. */
  unpairLabel?: string;
  unpair: () => void;
}

export function openMenu(speech: Speech, actions: MenuActions): void {
  const { texts, language } = speech;
  const { menu } = texts;
  const languages = h(
    "select",
    { id: "language", change: () => actions.setLanguage(languages.value) },
    ...Object.entries(LANGUAGE_NAMES).map(([code, name]) =>
      h("option", { value: code, lang: code, selected: code === language }, name),
    ),
  );
  const { till } = actions;
  const content = h(
    "div",
    { class: "menu" },
    h("label", { for: "language" }, menu.language),
    languages,
    till && [
      h("label", { for: "currency" }, menu.currency),
      currencySelect(speech, till.currency, till.setCurrency),
      h(
        "button",
        { type: "button", class: "big", click: till.openCustomerScreen },
        icon("screen"),
        menu.customerScreen,
      ),
    ],
    h("button", { type: "button", class: "big", click: actions.testSound }, menu.testSound),
    h(
      "button",
      { type: "button", class: "big danger", click: actions.unpair },
      actions.unpairLabel ?? menu.unpair,
    ),
    h("p", { class: "hint" }, menu.unpairHint),
  );
  openSheet({ title: menu.title, close: texts.close, className: "side", content });
}

/** What shops use most comes first. */
const COMMON = ["EUR", "USD", "GBP", "JPY", "CHF", "AED", "SAR", "KWD", "INR", "BRL", "MXN", "CAD", "AUD"];

export function currencySelect(
  { locale }: Speech,
  chosen: string,
  onChange: (currency: string) => void,
): HTMLSelectElement {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const all = Object.values(CODES_BY_EXPONENT).flatMap((codes) => codes.split(/\s+/));
  const others = all.filter((code) => !COMMON.includes(code)).sort();
  const option = (code: string) =>
    h("option", { value: code, selected: code === chosen }, `${code} · ${names.of(code) ?? code}`);
  const select = h("select", { id: "currency", change: () => onChange(select.value) });
  select.append(...COMMON.map(option), h("hr"), ...others.map(option));
  return select;
}
