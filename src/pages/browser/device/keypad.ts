// The keypad: cents first, by touch or by keyboard.

import { currencyExponent, decimalText, USUAL_EXPONENT } from "../../../core/domain/money.ts";
import { formatMoney } from "../../format.ts";
import { type IconName, icon } from "../kit/device-icons.ts";
import { fitAmount } from "../kit/elements.ts";
import { type Child, h } from "../kit/h.ts";
import {
  type AmountEntry,
  type AmountKey,
  addNamed,
  EMPTY,
  KEYS,
  press,
  takeOut,
  totalOf,
} from "./amount-entry.ts";
import type { Speech } from "./language.ts";

export interface Keypad {
  element: HTMLElement;
  /** Takes a key of a physical keyboard; false when it means nothing here. */
  type(key: string): boolean;
  setEnabled(isEnabled: boolean): void;
  entry(): AmountEntry;
  /** Adds one of what has this name and price, in minor units. */
  add(name: string, minor: bigint): void;
  /** Takes out what is old, and returns its names. */
  takeOut(isOld: (name: string, minor: bigint) => boolean): string[];
  warn(text: string): void;
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
  /** What is there to begin with. The first digit replaces it. */
  initial?: AmountEntry | null;
  /** What else can be added. */
  offer?: Child;
}

export function makeKeypad(options: KeypadOptions): Keypad {
  const { speech, currency, onAmount, actions, isAllowed = () => true, initial = null } = options;
  const exponent = currencyExponent(currency) ?? USUAL_EXPONENT;
  let entry: AmountEntry = initial ?? EMPTY;
  let isReplaceable = initial !== null;
  let isEnabled = true;

  const display = displayOf(options);
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
    display.show(entry, isReplaceable);
    element.classList.toggle("over", !isEmpty && !isAllowed(total()));
    for (const [index, button] of buttons.entries())
      button.disabled = !actions[index]?.isAlways && !(isEnabled && isStartable());
    onAmount?.(isEmpty ? null : total());
  };
  /** `isRefused`: it has no room for what was typed or added. */
  const become = (next: AmountEntry, isRefused = false) => {
    isReplaceable = false;
    display.warn(isRefused ? speech.texts.keypad.full : "");
    entry = next;
    show();
  };
  const use = (key: AmountKey) => {
    const isTyped = /[\d.]/.test(key);
    const from = isReplaceable && isTyped ? EMPTY : entry;
    const next = press(from, key, exponent);
    become(next, next === from && isTyped);
  };
  const element = h(
    "section",
    { class: "sell" },
    display.element,
    keysOf(speech, use),
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
    entry: () => entry,
    add: (name, minor) => {
      const next = addNamed(entry, name, minor, exponent);
      become(next, next === entry);
    },
    takeOut: (isOld) => {
      const { entry: next, names } = takeOut(entry, isOld);
      if (names.length > 0) become(next);
      return names;
    },
    warn: display.warn,
  };
}

/** What was typed, and what was added to it. */
function displayOf({ speech: { texts, locale }, currency, heading, offer }: KeypadOptions) {
  const tape = h("p", { class: "tape" });
  const refusal = h("p", { class: "warning", role: "alert" });
  const amount = h("output", { class: "entered", "aria-live": "off", "data-amount": true });
  const title = h("h2", { class: "unseen" }, texts.keypad.label);
  const format = (minor: bigint) => formatMoney(decimalText(minor, currency), currency, locale);
  return {
    element: h("div", { class: "display" }, offer, title, heading, refusal, tape, amount),
    show: (entry: AmountEntry, isReplaceable: boolean) => {
      const { terms, current } = entry;
      amount.textContent = format(totalOf(entry));
      fitAmount(amount, amount.textContent);
      amount.classList.toggle("empty", totalOf(entry) === 0n);
      amount.classList.toggle("replaceable", isReplaceable);
      const all = current.minor === 0n ? terms : [...terms, current];
      const words = all.map(({ minor, name }) => (name === undefined ? "" : `${name} `) + format(minor));
      tape.textContent = terms.length === 0 ? "" : words.join(" + ");
      // What was added last stays in sight.
      tape.scrollTop = tape.scrollHeight;
    },
    warn: (text: string) => {
      refusal.textContent = text;
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

function keysOf(speech: Speech, use: (key: AmountKey) => void): HTMLElement {
  return h(
    "div",
    { class: "keys", dir: "ltr", role: "group", "aria-label": speech.texts.keypad.label },
    ...KEYS.map((key) => keyButton(key, speech, use)),
  );
}

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
