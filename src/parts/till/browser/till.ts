// The till: a keypad, or one sale on the whole screen.

import { endOfCurrency } from "#core/domain/money.ts";
import { type AmountEntry, entryOf, type Sold, soldOf, totalOf } from "#pages/browser/device/amount-entry.ts";
import { readSession } from "#pages/browser/device/api.ts";
import { readCustomerCode } from "#pages/browser/device/customer-code.ts";
import { customerScan, KEYS_IGNORED_MS, takeKeys, tell } from "#pages/browser/device/device-keys.ts";
import { type Keypad, makeKeypad } from "#pages/browser/device/keypad.ts";
import { type OpenSale, recall, remember } from "#pages/browser/device/remembered.ts";
import { isDeclined, isEnded, type Sale, type SaleIntent } from "#pages/browser/device/sale.ts";
import { codeOf, isRemoved, saleView } from "#pages/browser/device/sale-view.ts";
import { h } from "#pages/browser/kit/h.ts";
import { openScanner } from "#pages/browser/kit/scanner.ts";
import { signalEnded, signalPaid } from "#pages/browser/kit/signals.ts";
import { countDown } from "#pages/browser/kit/step.ts";
import { showToCustomer } from "./customer-channel.ts";
import { type Favourites, loadFavourites } from "./favourites.ts";
import { type RunningSale, runSale } from "./sale-runner.ts";
import { tillBar } from "./till-bar.ts";
import { currencyOf, hasChanged, printSale, shopSpeech, type TillOptions } from "./till-options.ts";

export class Till {
  #options: TillOptions;
  #keypad: Keypad | null = null;
  readonly #offer = h("div", { class: "offer", hidden: true });
  #favourites: Favourites | null = null;
  #isChecking = false;
  readonly #stage = h("div", { class: "stage" });
  readonly #announcement = h("p", { class: "unseen", "aria-live": "assertive" });
  readonly #showToCustomer = showToCustomer();
  #running: RunningSale | null = null;
  #shownSince = 0;
  /** The sale is cancelled to begin again with its amount. */
  #isCorrecting = false;

  constructor(options: TillOptions) {
    this.#options = options;
  }

  open(): void {
    this.#draw();
    countDown(this.#stage);
    takeKeys({
      type: (key) => (this.#running === null ? (this.#keypad?.type(key) ?? false) : this.#typeInSale(key)),
      scan: (text) =>
        customerScan(this.#options.speech, {
          refusal: () => this.#refusal(),
          take: (code) => this.#begin(code),
        })(text),
    });
    for (const change of ["online", "offline"])
      addEventListener(change, () => this.#keypad?.setEnabled(navigator.onLine));
    document.addEventListener("visibilitychange", () => document.hidden || void this.#learn());
    const open = recall("sale");
    if (open === null) this.#showKeypad();
    else this.#run(open);
  }

  #draw(): void {
    const bar = tillBar(this.#options, (sale) => this.#print(sale, true));
    this.#options.root.replaceChildren(bar, this.#stage, this.#announcement);
    void this.#loadFavourites();
  }

  /** What the shop has changed meanwhile is seen before the next sale. */
  async #learn(): Promise<void> {
    void this.#favourites?.refresh();
    const { session: shown, ...options } = this.#options;
    const read = await readSession();
    if (read.kind !== "ok" || !this.#isIdle()) return;
    if (read.value === null) return location.reload();
    const session = read.value;
    if (!hasChanged(shown, session)) return;
    const speech = await shopSpeech(options.speech, session);
    // Whoever has begun to type meanwhile sees it after that sale.
    if (!this.#isIdle()) return;
    remember("session", session);
    this.#options = { ...options, speech, session, currency: currencyOf(session) ?? options.currency };
    this.#draw();
    this.#showKeypad();
  }

  #isIdle(): boolean {
    const keypad = this.#keypad;
    if (this.#running !== null || keypad === null || document.querySelector("dialog") !== null) return false;
    const isBegun = totalOf(keypad.entry()) > 0n || keypad.element.querySelector(".customer") !== null;
    return !isBegun && !this.#favourites?.note();
  }

  #print(intent: SaleIntent, isCopy?: true): void {
    void printSale(intent, this.#options, isCopy);
  }

  /** Ends it because another tab sells now: that one goes on with its sale. */
  close(): void {
    this.#showToCustomer(null);
    location.reload();
  }

  async #loadFavourites(): Promise<void> {
    const { speech, currency } = this.#options;
    const onPick = (name: string, minor: bigint) => this.#keypad?.add(name, minor);
    const [place, counterId] = [this.#offer, this.#counterId()];
    this.#favourites = await loadFavourites({ speech, counterId, currency, place, onPick });
  }

  #counterId(): string {
    return this.#options.session.counter_id ?? "";
  }

  /** `scanned`: the code of the customer for whom the amount is. `initial`: the amount to correct. */
  #makeKeypad(scanned: string | null, initial: AmountEntry | null): Keypad {
    const { speech, currency } = this.#options;
    const { keypad, scanner, cancel } = speech.texts;
    const sell = (label: string, image: "code" | "scan", go: (sold: Sold) => void) => ({
      ...{ label, image },
      start: () => this.#sellEntry(go),
    });
    return makeKeypad({
      speech,
      currency,
      initial,
      heading:
        (scanned ?? initial) && h("p", { class: "customer" }, scanned ? keypad.scanned : keypad.correct),
      offer: this.#offer,
      onAmount: (amount) => {
        if (amount === null) this.#favourites?.setNote("");
        this.#tellCustomer(amount === null ? "idle" : "amount", amount);
      },
      actions:
        scanned === null
          ? [
              sell(keypad.showCode, "code", (sold) => this.#sell(sold, null)),
              sell(keypad.scan, "scan", (sold) => this.#scan(sold)),
            ]
          : [
              sell(scanner.submit, "scan", (sold) => this.#sell(sold, scanned)),
              { label: cancel, start: () => this.#showKeypad(), isAlways: true },
            ],
    });
  }

  #showKeypad(scanned: string | null = null, sold: Sold | null = null): void {
    // The page asks for another one.
    if (endOfCurrency(this.#options.currency) !== null) {
      location.reload();
      return;
    }
    this.#running = null;
    this.#favourites?.setNote(sold?.basket?.note ?? "");
    this.#keypad = this.#makeKeypad(scanned, sold && entryOf(sold));
    this.#keypad.setEnabled(navigator.onLine);
    document.body.removeAttribute("data-step");
    this.#stage.replaceChildren(this.#keypad.element);
    this.#announcement.textContent = this.#keypad.element.querySelector(".customer")?.textContent ?? "";
  }

  /** Why no other customer can be served now. */
  #refusal(): string | null {
    const { texts } = this.#options.speech;
    if (!navigator.onLine) return texts.offline;
    const running = this.#running;
    const isFree = running === null || (isEnded(running.current()) && !this.#hasJustAppeared());
    return isFree ? null : texts.finishFirst;
  }

  /** `scanned`: the customer's code. */
  #begin(scanned: string): void {
    this.#running?.leave();
    const entry = this.#running === null && this.#keypad?.entry();
    if (entry && totalOf(entry) > 0n) void this.#sellEntry((sold) => this.#sell(sold, scanned));
    else this.#showKeypad(scanned);
  }

  #hasJustAppeared(): boolean {
    return performance.now() - this.#shownSince < KEYS_IGNORED_MS;
  }

  /** What the keypad says, once its prices are those of now. */
  async #sellEntry(sell: (sold: Sold) => void): Promise<void> {
    const [keypad, favourites] = [this.#keypad, this.#favourites];
    if (keypad === null || this.#isChecking) return;
    this.#isChecking = true;
    const isCurrent = favourites === null || (await favourites.check(keypad));
    this.#isChecking = false;
    if (!isCurrent || this.#keypad !== keypad || this.#running !== null) return;
    sell(soldOf(keypad.entry(), favourites?.note() ?? "", this.#options.currency));
  }

  #scan(sold: Sold): void {
    const { texts } = this.#options.speech;
    openScanner({
      texts: texts.scanner,
      close: texts.close,
      read: readCustomerCode,
      onCode: (scanToken) => this.#sell(sold, scanToken),
    });
  }

  #sell({ amount, basket }: Sold, scanToken: string | null): void {
    if (this.#running !== null) return;
    const { currency } = this.#options;
    const draft = { key: crypto.randomUUID(), amount, currency, scanToken, ...(basket && { basket }) };
    this.#run({ draft, intentId: null });
  }

  #run(open: OpenSale): void {
    this.#isCorrecting = false;
    const running = runSale(open, this.#counterId(), {
      onChange: (sale) => this.#show(sale),
      onConnection: (state) => {
        const line = this.#stage.querySelector<HTMLElement>(".connection");
        if (line === null) return;
        line.hidden = false;
        line.dataset.state = state;
        line.textContent = this.#options.speech.texts.connection[state];
      },
      onSignedOut: () => location.reload(),
    });
    this.#running = running;
    this.#show(running.current());
  }

  #show(sale: Sale): void {
    const { speech } = this.#options;
    if (this.#isCorrecting && sale.step === "cancelled") {
      this.#next(sale.draft);
      return;
    }
    const line = this.#stage.querySelector(".connection");
    const next = () => this.#next();
    const view = saleView(sale, speech, {
      next,
      cancel: () => this.#cancel(false),
      correct: () => this.#cancel(true),
      again: () => {
        next();
        if (sale.draft.scanToken === null) this.#sell(sale.draft, null);
        else this.#scan(sale.draft);
      },
      print: () => "intent" in sale && this.#print(sale.intent),
      pairAgain: () => {
        this.#running?.leave();
        location.reload();
      },
    });
    if (line !== null) view.querySelector(".connection")?.replaceWith(line);
    this.#stage.replaceChildren(view);
    const hasChanged = document.body.dataset.step !== sale.step;
    document.body.dataset.step = sale.step;
    this.#tellCustomer(sale.step, sale.draft.amount, sale);
    view.focus();
    if (!hasChanged) return;
    tell(null);
    this.#shownSince = performance.now();
    const textOf = (selector: string) => view.querySelector(selector)?.textContent ?? "";
    const words = `${isDeclined(sale) ? speech.texts.declined : textOf("h2")} ${textOf(".entered")}`;
    this.#announcement.textContent = words;
    if (sale.step === "paid") signalPaid({ words, language: speech.language });
    else if (isDeclined(sale) || (isEnded(sale) && sale.step !== "cancelled")) signalEnded();
  }

  #next(sold: Sold | null = null): void {
    this.#running?.leave();
    this.#showKeypad(null, sold);
    if (sold === null) void this.#learn();
  }

  #cancel(isCorrecting: boolean): void {
    this.#isCorrecting = isCorrecting;
    void this.#running?.cancel();
  }

  #typeInSale(key: string): boolean {
    const running = this.#running;
    if (running === null || (key !== "Enter" && key !== "Escape")) return false;
    if (this.#hasJustAppeared()) return true;
    if (isEnded(running.current())) this.#next();
    else if (key === "Escape") this.#cancel(false);
    return true;
  }

  #tellCustomer(step: Sale["step"] | "idle" | "amount", amount: string | null, sale?: Sale): void {
    const { speech, session, currency } = this.#options;
    const code = sale === undefined ? null : codeOf(sale);
    this.#showToCustomer({
      step: sale !== undefined && isRemoved(sale) ? "closed" : step,
      merchant: session.merchant_name,
      logo: session.shop.logo_url,
      language: speech.language,
      amount,
      currency: sale?.draft.currency ?? currency,
      isDeclined: sale !== undefined && isDeclined(sale),
      code,
    });
  }
}
