// A payment or a pay-out on the whole screen, a step at a time.

import { amountLine } from "#pages/browser/kit/elements.ts";
import { type Child, fill, h, isolated } from "#pages/browser/kit/h.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import { signalPaid } from "#pages/browser/kit/signals.ts";
import { bigButton, countDown, timeLine } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import type { WalletIntent } from "./payment.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

/** What is asked, and shown of it in the end. */
interface Asked {
  amount_decimal: string;
  currency: string;
  expires_at: string | null;
  /** A payment has it. */
  environment?: WalletIntent["environment"];
}

const OPEN_STEPS = ["loading", "open", "acting"];

export class StepScreen implements Screen {
  readonly element = h("section", { class: "sale", tabindex: "-1" });
  readonly left = new AbortController();
  title: string;
  step = "loading";
  update?: () => void;
  changed?: (intentId?: string) => void;
  readonly #app: App;
  readonly #stopClock = countDown(this.element);
  #content: () => Child = () => null;

  constructor(app: App, title: string) {
    this.#app = app;
    this.title = title;
    const { signal } = this.left;
    // Nothing can be decided offline.
    for (const change of ["online", "offline"]) addEventListener(change, () => this.#render(), { signal });
  }

  show(step: string, content: () => Child): void {
    if (this.left.signal.aborted) return;
    const before = this.step;
    this.step = step;
    this.#content = content;
    for (const { dataset } of [document.body, this.element]) dataset.step = step;
    this.#render();
    if (step === before) return;
    this.#app.announce(this.element.querySelector("h2")?.textContent ?? "");
    const hasHappened = before === "open" || before === "acting";
    // The button that had the focus is gone.
    if (hasHappened) this.element.focus();
    if (hasHappened && step === "paid") signalPaid();
    if (!OPEN_STEPS.includes(step)) void this.#app.store.refresh();
  }

  leave(): void {
    this.#stopClock();
    this.left.abort();
    delete document.body.dataset.step;
  }

  #render(): void {
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, this.#content());
    if (hadFocus) this.element.focus();
  }
}

export function amountOf({ amount_decimal, currency }: Asked, { speech }: App): HTMLElement {
  return amountLine(formatMoney(amount_decimal, currency, speech.locale));
}

/** `words`: who asks, and for what. */
export function askedOf(asked: Asked, words: string, hint: string | null, app: App): Child {
  return [
    h("p", { class: "merchant" }, isolated(words), playMoneyBadge(asked.environment, app.speech.language)),
    amountOf(asked, app),
    hint === null || hint === "" ? null : h("p", { class: "explanation" }, isolated(hint)),
  ];
}

interface DecisionNotes {
  /** What the customer should know before. */
  hint?: Child;
  /** There is not enough money for the usual choice. */
  isShort?: boolean;
  problem?: string | null;
  /** It is beside the buttons. */
  other?: Child;
}

/** `choose`: what the buttons do, the first of which is the usual choice. */
export function decisionOf(
  { expires_at }: Asked,
  choices: readonly (readonly [label: string, choose: () => unknown])[],
  app: App,
  { hint, isShort = false, problem = null, other }: DecisionNotes = {},
): Child {
  const buttons = choices.map(([label, choose], index) => {
    const isUsual = index === 0;
    const disabled = !navigator.onLine || (isUsual && isShort);
    return bigButton(label, () => void choose(), { class: isUsual ? "primary" : "", disabled });
  });
  return [
    expires_at && timeLine(app.speech.texts.payment.timeLeft, expires_at),
    hint,
    problem === null ? null : h("p", { class: "warning", role: "alert" }, problem),
    h("div", { class: "actions" }, buttons, other),
  ];
}

export function doneLink({ speech: { texts } }: App): HTMLElement {
  return h("a", { class: "button primary big", href: hrefOf("") }, texts.payment.done);
}
