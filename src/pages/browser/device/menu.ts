// The bar of a till and of a desk, and what is set once in its menu: language, currency, sound, the pairing.
import { CODES_BY_EXPONENT } from "../../../core/domain/currencies.ts";
import { askFirst } from "../kit/confirm.ts";
import { COMMON_CURRENCIES } from "../kit/currencies.ts";
import { icon } from "../kit/device-icons.ts";
import type { Outcome } from "../kit/exchange.ts";
import { type Child, h, isolated } from "../kit/h.ts";
import { languageSelect } from "../kit/language.ts";
import { logoImage } from "../kit/logo.ts";
import { openSheet } from "../kit/sheet.ts";
import { signalPaid } from "../kit/signals.ts";
import { bigButton } from "../kit/step.ts";
import type { Speech } from "./language.ts";
import { remember } from "./remembered.ts";

interface Device {
  logo?: string | null | undefined;
  /** Whose it is, and which. */
  names: readonly [string, Child];
  /** The list of what was done today. */
  list: { name: string; title: string; open: () => void };
  /** What it says aloud when all is well. */
  sound: string;
  unpair: { label: string; signOut: () => Promise<Outcome<null>> };
  /** What only a till has in its menu. */
  settings?: () => Child;
}

/** The bar of a till and of a desk. */
export function barOf(speech: Speech, device: Device): HTMLElement {
  const { logo, names, list } = device;
  const button = (name: string, label: string, image: SVGElement, click: () => void) =>
    h("button", { type: "button", class: "quiet", "data-open": name, "aria-label": label, click }, image);
  return h(
    "header",
    { class: "bar" },
    logoImage(logo),
    h("h1", {}, isolated(names[0]), h("small", {}, names[1])),
    button(list.name, list.title, icon("list"), list.open),
    button("menu", speech.texts.menu.title, icon("menu"), () => openMenu(speech, device)),
  );
}

function openMenu({ texts, language }: Speech, { settings, sound, unpair }: Device): void {
  const { menu } = texts;
  const { label } = unpair;
  const question = {
    title: label,
    text: menu.unpairHint,
    action: label,
    run: unpair.signOut,
    done: () => location.reload(),
  };
  const ask = () => askFirst(question, { ...texts, explain: () => texts.pair.failed.offline });
  const content = h(
    "div",
    { class: "menu" },
    h("label", { for: "language" }, menu.language),
    languageSelect(language, (chosen) => remember("language", chosen)),
    settings?.(),
    bigButton(menu.testSound, () => signalPaid({ words: sound, language })),
    bigButton(label, ask, { class: "danger" }),
    h("p", { class: "hint" }, menu.unpairHint),
  );
  openSheet({ title: menu.title, close: texts.close, className: "side", content });
}

export function currencySelect(
  { locale }: Speech,
  chosen: string,
  onChange: (currency: string) => void,
): HTMLSelectElement {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const all = Object.values(CODES_BY_EXPONENT).flatMap((codes) => codes.split(/\s+/));
  const others = all.filter((code) => !COMMON_CURRENCIES.includes(code)).sort();
  const option = (code: string) =>
    h("option", { value: code, selected: code === chosen }, `${code} · ${names.of(code) ?? code}`);
  const select = h("select", { id: "currency", change: () => onChange(select.value) });
  select.append(...COMMON_CURRENCIES.map(option), h("hr"), ...others.map(option));
  return select;
}
