// The keypad: cents first, by touch or by keyboard.

import { currencyExponent, decimalText, USUAL_EXPONENT } from "../../../core/domain/money.ts";
import { formatMoney } from "../../format.ts";
import { type IconName, icon } from "../kit/device-icons.ts";
import { fitAmount } from "../kit/elements.ts";
import { type Child, h } from "../kit/h.ts";
import { type AmountEntry, type AmountKey, EMPTY, entryOf, KEYS, press, totalOf } from "./amount-entry.ts";
import type { Speech } from "./language.ts";

export interface Keypad {
  element: HTMLElement;
  /** Takes a key of a physical keyboard; false when it means nothing here. */
  type(key: string): boolean;
  setEnabled(isEnabled: boolean): void;
}

interface KeypadOptions {
  speech: Speech;
  currency: string;
  /** Decimal text; null for nothing. */
  onAmount?: (amount: string | null) => void;
  /** What can be done with the amount; Enter does the first. `isAlways`: without an amount, too. */
  actions: readonly {
    label: string;
    image?: IconName;
    start: (amount: string) => void;
    isAlways?: true;
  }[];
  /** What can be done with it; everything by default. */
  isAllowed?: (amount: string) => boolean;
  /** Above the amount. */
  heading?: Child;
  /** Decimal text of what is there to begin with. The first digit replaces it. */
  initial?: string | null;
}

export function makeKeypad(options: KeypadOptions): Keypad {
  const { speech, currency, onAmount, actions, heading, isAllowed = () => true, initial = null } = options;
  const { texts, locale } = speech;
  const exponent = currencyExponent(currency) ?? USUAL_EXPONENT;
  let entry: AmountEntry = initial === null ? EMPTY : entryOf(initial);
  let isReplaceable = initial !== null;
  let isEnabled = true;

  const tape = h("p", { class: "tape" });
  const refusal = h("p", { class: "warning", role: "alert" });
  const amount = h("output", { class: "entered", "aria-live": "off", "data-amount": true });
  const total = () => decimalText(totalOf(entry), currency);
  const isStartable = () => totalOf(entry) > 0n && isAllowed(total());
  const start = (go: (amount: string) => void) => {
    if (isEnabled && isStartable()) go(total());
  };
  const buttons = actions.map(({ label, image, start: go, isAlways }, index) => {
    const click = () => (isAlways ? go(total()) : start(go));
    const kind = index === 0 ? "primary big" : "big";
    return h("button", { type: "button", class: kind, click }, image && icon(image), label);
  });

  const show = () => {
    const isEmpty = totalOf(entry) === 0n;
    const format = (minor: bigint) => formatMoney(decimalText(minor, currency), currency, locale);
    amount.textContent = format(totalOf(entry));
    fitAmount(amount, amount.textContent);
    amount.classList.toggle("empty", isEmpty);
    amount.classList.toggle("replaceable", isReplaceable);
    element.classList.toggle("over", !isEmpty && !isAllowed(total()));
    const terms = entry.current.minor === 0n ? entry.terms : [...entry.terms, entry.current];
    tape.textContent = entry.terms.length === 0 ? "" : terms.map(({ minor }) => format(minor)).join(" + ");
    for (const [index, button] of buttons.entries())
      button.disabled = !actions[index]?.isAlways && !(isEnabled && isStartable());
    onAmount?.(isEmpty ? null : total());
  };
  const use = (key: AmountKey) => {
    if (isReplaceable && /[\d.]/.test(key)) entry = EMPTY;
    isReplaceable = false;
    const next = press(entry, key, exponent);
    refusal.textContent = next === entry && /[\d.]/.test(key) ? texts.keypad.full : "";
    entry = next;
    show();
  };
  const element = h(
    "section",
    { class: "sell" },
    h(
      "div",
      { class: "display" },
      h("h2", { class: "unseen" }, texts.keypad.label),
      heading,
      tape,
      amount,
      refusal,
    ),
    h(
      "div",
      { class: "keys", dir: "ltr", role: "group", "aria-label": texts.keypad.label },
      ...KEYS.map((key) => keyButton(key, speech, use)),
    ),
    h("div", { class: "actions" }, buttons),
  );
  show();
  return {
    element,
    type: (key) => {
      if (key === "Enter") actions[0] && start(actions[0].start);
      else if (/^\d$/.test(key)) use(key as AmountKey);
      else if (key in OTHER_KEYS) use(OTHER_KEYS[key as keyof typeof OTHER_KEYS]);
      else return false;
      return true;
    },
    setEnabled: (enabled) => {
      isEnabled = enabled;
      show();
    },
  };
}

const OTHER_KEYS = {
  Backspace: "back",
  Escape: "clear",
  Delete: "clear",
  "+": "+",
  ".": ".",
  ",": ".",
} as const;

function keyButton(key: AmountKey, { texts, locale }: Speech, use: (key: AmountKey) => void): HTMLElement {
  const act = () => use(key);
  // The focus stays where it was, so that Enter on a keyboard still means the first action.
  const keepFocus = (event: Event) => event.preventDefault();
  const common = { type: "button", "data-key": key, click: act, mousedown: keepFocus };
  switch (key) {
    case "back":
      return h("button", { ...common, class: "key soft", "aria-label": texts.keypad.back }, icon("erase"));
    case "clear":
      return h("button", { ...common, class: "key soft", "aria-label": texts.keypad.clear }, "C");
    case "+":
      return h("button", { ...common, class: "key tall", "aria-label": texts.keypad.add }, icon("plus"));
    default: {
      const digits = new Intl.NumberFormat(locale, { minimumIntegerDigits: key.length });
      return h("button", { ...common, class: key === "0" ? "key wide" : "key" }, digits.format(Number(key)));
    }
  }
}
