// The cash desk: what is to be done, for whom, how much, and what has become of it.

import { CODE_READERS } from "#pages/browser/device/customer-code.ts";
import { customerScan, KEYS_IGNORED_MS, takeKeys, tell } from "#pages/browser/device/device-keys.ts";
import { type Keypad, makeKeypad } from "#pages/browser/device/keypad.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { barOf } from "#pages/browser/device/menu.ts";
import { endedText } from "#pages/browser/device/notices.ts";
import type { Sale } from "#pages/browser/device/sale.ts";
import { reasonOf, STEP_MARKS, stepView } from "#pages/browser/device/sale-view.ts";
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { code, h, isolated } from "#pages/browser/kit/h.ts";
import { openScanner } from "#pages/browser/kit/scanner.ts";
import { signalEnded, signalPaid } from "#pages/browser/kit/signals.ts";
import { bigButton, countDown, markOf, type Notice, timeLine } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import {
  type Customer,
  type Desk,
  excessOf,
  findCustomer,
  type Limit,
  type Movement,
  type MovementDraft,
  type MovementKind,
  OVER_LIMIT,
  readDay,
  signOut,
} from "./desk-api.ts";
import { openDeskDay, printMovement } from "./desk-day.ts";
import { carryOut, type OpenMovement, recall, remember } from "./desk-runner.ts";

/** What can be seen of a movement; `sent` and `delayed`: there was no response yet. `code`: null without a response. */
type Seen = Movement | { status: "sent" | "delayed" } | { status: "refused"; code: string | null };

/** These are the till's steps, so that they look and sound like them. */
const STEPS = {
  sent: "creating",
  delayed: "creating",
  awaiting_approval: "approval",
  processing: "underway",
  completed: "paid",
  declined: "declined",
  rejected: "declined",
  expired: "expired",
  refused: "refused",
} as const satisfies Record<Seen["status"], Sale["step"]>;

/** Refusals that a till's cashier is told of in the same words. */
const SAME_AS = {
  unknown_customer: "unknown_scan_token",
  unknown_wallet: "unknown_scan_token",
  customer_code_expired: "scan_token_expired",
} as const;

/** Only the limits are looked at. */
const ONE = 1;

type Draft = Omit<MovementDraft, "key" | "amount">;
type Sought = { kind: MovementKind; amount: string | null; customer: Customer | null };

export class CashDesk {
  readonly #root: HTMLElement;
  readonly #speech: Speech;
  readonly #desk: Desk;
  readonly #stage = h("div", { class: "stage" });
  readonly #announcement = h("p", { class: "unseen", "aria-live": "assertive" });
  #keypad: Keypad | null = null;
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
    else this.#choose();
  }

  #bar(): HTMLElement {
    const { title, day, done, unpair: label } = this.#speech.texts.desk;
    return barOf(this.#speech, {
      names: [this.#desk.name, title],
      list: { name: "day", title: day.title, open: () => openDeskDay(this.#speech, this.#desk) },
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
    this.#show(h("section", { class: "panel" }, heading, notice, topUp, begin("pay_out"), forget));
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
    const [found, day] = await Promise.all([findCustomer(scanned), readDay(ONE)]);
    if (isSignedOut(found)) return location.reload();
    if (found.kind !== "ok") {
      const refusal = found.kind === "lost" ? null : found.code;
      return this.#showMovement({ kind, amount, customer: null }, { status: "refused", code: refusal });
    }
    const { value: customer } = found;
    // It is refused before cash is taken. A new wallet may hold none yet.
    if (customer.currencies.length > 0 && !customer.currencies.includes(this.#desk.currency))
      return this.#showMovement({ kind, amount, customer }, { status: "refused", code: "currency_mismatch" });
    const draft = { kind, customer, code: scanned };
    const limit = day.kind === "ok" ? day.value.limits[kind] : null;
    if (amount === null) return this.#enter(draft, limit);
    const refused = excessOf(amount, limit);
    if (refused === null) this.#confirm(draft, amount);
    else this.#showMovement({ kind, amount, customer }, { status: "refused", code: refused });
  }

  #enter(draft: Draft, limit: Limit | null): void {
    const { desk } = this.#speech.texts;
    const hint =
      limit && `${desk.atMost(this.#format(limit.max))} ${desk.leftToday(this.#format(limit.left))}`;
    const keypad = makeKeypad({
      speech: this.#speech,
      currency: this.#desk.currency,
      heading: [this.#customer(draft.customer), hint && h("p", { class: "hint limit" }, hint)],
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
    const { confirm, kinds } = texts.desk;
    const key = crypto.randomUUID();
    const run = () =>
      this.#run({ deskId: this.#desk.id, draft: { ...draft, key, amount }, movementId: null });
    this.#show(
      stepView("confirm", {
        heading: this.#customer(draft.customer),
        amount: this.#format(amount),
        notice: { title: kinds[draft.kind], text: confirm[draft.kind] },
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
    const listener = {
      onChange: show,
      onDelayed: () => show({ status: "delayed" }),
      onRefused: (refused: string) => show({ status: "refused", code: refused }),
      onSignedOut: () => location.reload(),
    };
    void carryOut(open, listener, this.#running.signal);
  }

  /** Shows it without customer or amount before they are known. */
  #showMovement({ kind, amount, customer }: Sought, seen: Seen): void {
    const { texts, language } = this.#speech;
    const step = STEPS[seen.status];
    const mark = STEP_MARKS[step];
    // The same amount would be refused again.
    const isOver = seen.status === "refused" && OVER_LIMIT.some((code) => code === seen.code);
    const view = stepView(step, {
      heading: customer && this.#customer(customer),
      amount: amount && this.#format(amount),
      image: markOf(mark),
      notice: this.#noticeOf(kind, seen),
      waiting: seen.status === "awaiting_approval" && [
        timeLine(texts.timeLeft, seen.expires_at ?? ""),
        h("p", { class: "hint" }, texts.leaveHint),
      ],
      buttons: [
        // The day's list shows what becomes of one that is left.
        seen.status !== "sent" &&
          bigButton(texts.next, () => this.#choose(), { class: mark === "running" ? "" : "primary" }),
        seen.status === "completed" &&
          bigButton(texts.receipt.print, () => printMovement(seen, this.#desk, this.#speech)),
        mark === "ended" && this.#again(kind, isOver ? null : amount),
      ],
    });
    this.#show(view, step);
    if (mark !== "running") this.#freeFrom = performance.now() + KEYS_IGNORED_MS;
    const textOf = (selector: string) => view.querySelector(selector)?.textContent ?? "";
    const words = `${textOf("h2")} ${textOf(".entered")}`;
    this.#announcement.textContent = words;
    if (mark === "good") signalPaid({ words, language });
    else if (mark === "ended") signalEnded();
  }

  #again(kind: MovementKind, amount: string | null): HTMLElement {
    const { retry, again } = this.#speech.texts;
    return bigButton(amount === null ? retry : again, () => this.#scan(kind, amount));
  }

  #noticeOf(kind: MovementKind, seen: Seen): Notice {
    const { texts } = this.#speech;
    const { desk, ends } = texts;
    switch (seen.status) {
      case "sent":
        return { title: texts.loading, text: "" };
      case "delayed":
        return { title: texts.delayed.title, text: desk.delayed };
      case "awaiting_approval":
        return { title: texts.approval.title, text: desk.approval };
      case "processing":
        return { title: desk.processing, text: texts.underway.text };
      case "completed":
        return desk.done[kind];
      case "rejected":
        return ends.declined;
      case "expired":
        return { title: ends.expired.title, text: desk.nothing };
      case "declined":
        return { title: ends.declined.title, text: `${desk.nothing} ${this.#reasonOf(seen.decline_reason)}` };
      case "refused":
        return { title: desk.nothing, text: this.#reasonOf(seen.code) || texts.pair.failed.offline };
    }
  }

  #reasonOf(refused: string | null): string {
    const { texts } = this.#speech;
    if (refused === null) return "";
    const known = SAME_AS[refused as keyof typeof SAME_AS] ?? refused;
    return reasonOf(known, { ...texts, refusals: { ...texts.refusals, ...texts.desk.refusals } });
  }

  #format(amount: string): string {
    return formatMoney(amount, this.#desk.currency, this.#speech.locale);
  }

  #customer({ name, wallet_id }: Customer): HTMLElement {
    const shown = name || this.#speech.texts.desk.unnamed;
    return h("p", { class: "customer" }, isolated(shown), " ", code(wallet_id));
  }
}
