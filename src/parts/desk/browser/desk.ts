// The cash desk: what is to be done, for whom, how much, and what has become of it.

import { CODE_READERS } from "#pages/browser/device/customer-code.ts";
import { customerScan, KEYS_IGNORED_MS, takeKeys, tell } from "#pages/browser/device/device-keys.ts";
import { type Keypad, makeKeypad } from "#pages/browser/device/keypad.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { barOf } from "#pages/browser/device/menu.ts";
import { endedText } from "#pages/browser/device/notices.ts";
import { STEP_MARKS, stepView } from "#pages/browser/device/sale-view.ts";
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { h } from "#pages/browser/kit/h.ts";
import { openScanner } from "#pages/browser/kit/scanner.ts";
import { signalEnded, signalPaid } from "#pages/browser/kit/signals.ts";
import { bigButton, countDown } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { correctionKeypad, customerOf, type Draft } from "./correction.ts";
import {
  type Customer,
  type Desk,
  excessOf,
  findCustomer,
  type Limit,
  type ListedMovement,
  type Movement,
  type MovementKind,
  readDay,
  type Shift,
  signOut,
  withdrawMovement,
} from "./desk-api.ts";
import { openDeskDay } from "./desk-day.ts";
import { carryOut, type OpenMovement, recall, remember } from "./desk-runner.ts";
import {
  confirmationOf,
  customerLine,
  movementView,
  type Seen,
  type Sought,
  STEPS,
  whyOf,
} from "./movement-view.ts";
import { endShift, onShift } from "./shift.ts";

export class CashDesk {
  readonly #root: HTMLElement;
  readonly #speech: Speech;
  readonly #desk: Desk;
  readonly #stage = h("div", { class: "stage" });
  readonly #announcement = h("p", { class: "unseen", "aria-live": "assertive" });
  #keypad: Keypad | null = null;
  readonly #clerk = h("span", {});
  /** It is null until it is read, and where no clerks stand. */
  #shift: Shift | null = null;
  #running = new AbortController();
  /** From then on the next customer's code may be scanned. */
  #freeFrom = Number.POSITIVE_INFINITY;

  constructor(root: HTMLElement, speech: Speech, desk: Desk) {
    this.#root = root;
    this.#speech = speech;
    this.#desk = desk;
  }

  open(): void {
    this.#root.replaceChildren(this.#bar(), this.#stage, this.#announcement);
    takeKeys({
      type: (key) => this.#keypad?.type(key) ?? false,
      scan: customerScan(this.#speech, {
        refusal: () => (performance.now() < this.#freeFrom ? this.#speech.texts.finishFirst : null),
        take: (code) => this.#choose(code),
      }),
    });
    countDown(this.#stage);
    const open = recall("movement");
    if (open?.deskId === this.#desk.id) this.#run(open);
    else this.#start();
  }

  #start(): void {
    void onShift(this.#stageOf(), (shift) => {
      this.#stand(shift);
      this.#choose();
    });
  }

  #stand(shift: Shift | null): void {
    this.#shift = shift;
    this.#clerk.textContent = shift && ` · ${shift.clerk}`;
  }

  /** The desk's clerks move nothing without a shift. */
  get #isUnattended(): boolean {
    return this.#shift === null && this.#desk.clerks.length > 0;
  }

  #stageOf() {
    const show = (view: HTMLElement, keypad: Keypad | null = null) => this.#show(view, "", keypad);
    return { speech: this.#speech, desk: this.#desk, show };
  }

  #openDay(): void {
    const correct = (topUp: ListedMovement, left: string) => {
      this.#running.abort();
      const keypad = correctionKeypad(this.#speech, topUp, left, {
        // A correction has no limit, and waits for none.
        ask: async (draft, amount) =>
          this.#confirmWithin(draft, amount, draft.corrects ? null : await this.#limitOf(draft.kind)),
        cancel: () => this.#choose(),
      });
      this.#show(keypad.element, "", keypad);
    };
    openDeskDay(this.#speech, this.#desk, {
      correct: this.#isUnattended ? null : correct,
      withdraw: (payOut) => {
        this.#running.abort();
        const { amount_decimal: amount, id: movementId, corrects_id: corrects } = payOut;
        const draft = { kind: "pay_out", customer: customerOf(payOut), code: "", corrects, amount } as const;
        this.#run({ deskId: this.#desk.id, draft: { ...draft, key: "" }, movementId });
        void this.#withdraw(draft, payOut);
      },
    });
  }

  async #limitOf(kind: MovementKind): Promise<Limit | null> {
    const day = await readDay();
    return day.kind === "ok" ? day.value.limits[kind] : null;
  }

  /** What is too much is refused before cash is taken. */
  #confirmWithin(draft: Draft, amount: string, limit: Limit | null): void {
    const refused = excessOf(amount, limit);
    if (refused === null) this.#confirm(draft, amount);
    else this.#showMovement({ ...draft, amount }, { status: "refused", code: refused });
  }

  /** What was approved a moment before is shown as it is. */
  async #withdraw(draft: Sought, { id }: Movement): Promise<void> {
    const outcome = await withdrawMovement(id);
    if (outcome.kind === "ok") {
      this.#running.abort();
      remember("movement", null);
      return this.#showMovement(draft, outcome.value);
    }
    if (isSignedOut(outcome)) return location.reload();
    const why = outcome.kind === "lost" ? "" : whyOf(outcome.code, this.#speech);
    tell(why || this.#speech.texts.pair.failed.offline);
  }

  #bar(): HTMLElement {
    const { title, day, done, unpair: label } = this.#speech.texts.desk;
    return barOf(this.#speech, {
      names: [this.#desk.name, [title, this.#clerk]],
      list: { name: "day", title: day.title, open: () => this.#openDay() },
      sound: done.top_up.title,
      unpair: { label, signOut },
    });
  }

  #show(view: HTMLElement, step = "", keypad: Keypad | null = null): void {
    tell(null);
    this.#keypad = keypad;
    this.#freeFrom = Number.POSITIVE_INFINITY;
    document.body.dataset.step = step;
    this.#stage.replaceChildren(view);
    view.focus();
  }

  /** `scanned`: the code of the customer who is here already. */
  #choose(scanned: string | null = null): void {
    const { desk, cancel } = this.#speech.texts;
    const { title, kinds } = desk;
    this.#running.abort();
    remember("movement", null);
    // After a reload, a movement may have come before the shift.
    if (this.#isUnattended) {
      this.#start();
      return;
    }
    const start = (kind: MovementKind) => {
      const code = scanned && CODE_READERS[kind](scanned);
      if (code === null) this.#scan(kind, null);
      else void this.#find(kind, code, null);
    };
    const begin = (kind: MovementKind) => bigButton(kinds[kind], () => start(kind), { class: "primary" });
    const ended = endedText(this.#speech, this.#desk.currency);
    const topUp = ended === null ? begin("top_up") : h("p", { class: "alert", role: "status" }, ended);
    const heading = h("h2", {}, title);
    const notice = scanned && h("p", {}, desk.scanned);
    const forget = scanned && bigButton(cancel, () => this.#choose());
    const shift = scanned === null ? this.#shift : null;
    const end =
      shift &&
      bigButton(desk.shift.end, () => {
        const actions = { back: () => this.#choose(), ended: () => this.#stand(null) };
        void endShift(this.#stageOf(), shift, actions);
      });
    this.#show(h("section", { class: "panel" }, heading, notice, topUp, begin("pay_out"), forget, end));
    this.#freeFrom = 0;
    this.#announcement.textContent = scanned && desk.scanned;
  }

  /** `amount`: of the attempt before. */
  #scan(kind: MovementKind, amount: string | null): void {
    const { texts } = this.#speech;
    openScanner({
      texts: { ...texts.scanner, submit: texts.pair.next },
      close: texts.close,
      read: CODE_READERS[kind],
      onCode: (scanned) => void this.#find(kind, scanned, amount),
    });
  }

  async #find(kind: MovementKind, scanned: string, amount: string | null): Promise<void> {
    this.#show(h("p", { class: "centre", role: "status" }, this.#speech.texts.loading));
    const [found, limit] = await Promise.all([findCustomer(scanned), this.#limitOf(kind)]);
    if (isSignedOut(found)) return location.reload();
    const what = { kind, code: scanned, corrects: null };
    const refuse = (customer: Customer | null, code: string | null) =>
      this.#showMovement({ ...what, customer, amount }, { status: "refused", code });
    if (found.kind !== "ok") return refuse(null, found.kind === "lost" ? null : found.code);
    const { value: customer } = found;
    // It is refused before cash is taken. A new wallet may hold none yet.
    if (customer.currencies.length > 0 && !customer.currencies.includes(this.#desk.currency))
      return refuse(customer, "currency_mismatch");
    if (amount === null) this.#enter({ ...what, customer }, limit);
    else this.#confirmWithin({ ...what, customer }, amount, limit);
  }

  #enter(draft: Draft, limit: Limit | null): void {
    const { desk } = this.#speech.texts;
    const hint =
      limit && `${desk.atMost(this.#format(limit.max))} ${desk.leftToday(this.#format(limit.left))}`;
    const keypad = makeKeypad({
      speech: this.#speech,
      currency: this.#desk.currency,
      heading: [customerLine(draft.customer, this.#speech), hint && h("p", { class: "hint limit" }, hint)],
      isAllowed: (amount) => excessOf(amount, limit) === null,
      actions: [
        { label: this.#speech.texts.pair.next, start: (amount) => this.#confirm(draft, amount) },
        { label: this.#speech.texts.cancel, start: () => this.#choose(), isAlways: true },
      ],
    });
    this.#show(keypad.element, "", keypad);
    this.#announcement.textContent = keypad.element.querySelector(".customer")?.textContent ?? "";
  }

  #confirm(draft: Draft, amount: string): void {
    const { texts } = this.#speech;
    const key = crypto.randomUUID();
    const run = () =>
      this.#run({ deskId: this.#desk.id, draft: { ...draft, key, amount }, movementId: null });
    this.#show(
      stepView("confirm", {
        heading: customerLine(draft.customer, this.#speech),
        amount: this.#format(amount),
        notice: confirmationOf(draft, this.#speech),
        buttons: [
          bigButton(texts.desk.submit, run, { class: "primary" }),
          bigButton(texts.cancel, () => this.#choose()),
        ],
      }),
    );
  }

  #run(open: OpenMovement): void {
    this.#running = new AbortController();
    let shown = "";
    // It is read every few seconds, and whoever uses a keyboard keeps the focus.
    const show = (seen: Seen) => {
      if (seen.status !== shown) this.#showMovement(open.draft, seen);
      shown = seen.status;
    };
    show({ status: "sent" });
    void carryOut(open, show, this.#running.signal);
  }

  /** Shows it without customer or amount before they are known. */
  #showMovement(draft: Sought, seen: Seen): void {
    const view = movementView(draft, seen, this.#speech, this.#desk, {
      next: () => this.#choose(),
      again: (amount) => this.#scan(draft.kind, amount),
      withdraw: (payOut) => void this.#withdraw(draft, payOut),
    });
    const step = STEPS[seen.status];
    const mark = STEP_MARKS[step];
    this.#show(view, step);
    if (mark !== "running") this.#freeFrom = performance.now() + KEYS_IGNORED_MS;
    const textOf = (selector: string) => view.querySelector(selector)?.textContent ?? "";
    const words = `${textOf("h2")} ${textOf(".entered")}`;
    this.#announcement.textContent = words;
    if (mark === "good") signalPaid({ words, language: this.#speech.language });
    else if (mark === "ended") signalEnded();
  }

  #format(amount: string): string {
    return formatMoney(amount, this.#desk.currency, this.#speech.locale);
  }
}
