// The keys of a device, on each of its screens and sheets: a hand has pressed them, or a scanner that types.
import { h } from "../kit/h.ts";
import { scanInSheet } from "../kit/scanner.ts";
import { closeSheets } from "../kit/sheet.ts";
import { followSeries, type PressedKey } from "../kit/typed-series.ts";
import { readCustomerCode } from "./customer-code.ts";
import type { Speech } from "./language.ts";

/** A key or a scan that was meant for the screen before must not wipe away a result that has just appeared. */
export const KEYS_IGNORED_MS = 800;

interface KeyTaker {
  /** Takes a key that no element of the page takes; false when it means nothing here. */
  type(key: string): boolean;
  /** Takes what was scanned, unless a sheet is open in which a code is awaited. */
  scan(text: string): void;
}

interface DeviceKey extends PressedKey {
  target: EventTarget | null;
  /** Takes it back from the field that shows it. */
  undo(): void;
}

let taker: KeyTaker | null = null;

/** Takes the place of who took them before. */
export function takeKeys(next: KeyTaker): void {
  if (taker === null) listen();
  taker = next;
}

function listen(): void {
  const series = followSeries<DeviceKey>({
    onTyped: ({ key, target }) => {
      if (target instanceof HTMLSelectElement) chooseByLetter(target, key);
      else if (!isElsewhere(target)) taker?.type(key);
    },
    onScan: (text, keys) => {
      for (const { undo } of [...keys].reverse()) undo();
      if (!scanInSheet(text)) taker?.scan(text);
    },
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  const onKey = (event: KeyboardEvent) => {
    tell(null);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { key, target, timeStamp: at, repeat: isRepeat } = event;
    const field = target instanceof HTMLInputElement ? target : null;
    const before = field?.value ?? "";
    const undo = () => {
      if (field !== null) field.value = before;
    };
    const isTaken = series.take({ key, at, isRepeat, target, undo });
    // A field shows what is typed at once.
    const isShown = field !== null && key.length === 1;
    if (isTaken ? !isShown : typeAtOnce(key, target)) event.preventDefault();
  };
  // It has to come before any element acts on it.
  addEventListener("pointerdown", series.release, { capture: true });
  // Sooner, what moves up would no longer be under the finger.
  addEventListener("click", () => tell(null), { capture: true });
  addEventListener("keydown", onKey, { capture: true });
}

function typeAtOnce(key: string, target: EventTarget | null): boolean {
  const isButton = target instanceof Element && target.closest("button, a") !== null;
  if (isElsewhere(target) || (isButton && (key === "Enter" || key === " "))) return false;
  return taker?.type(key) ?? false;
}

/** In an open sheet, whatever has the focus: what had it may be gone. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  return target instanceof Element && target.closest("dialog, input, select") !== null;
}

/** Chooses what the browser would have chosen. */
function chooseByLetter(select: HTMLSelectElement, letter: string): void {
  const { options, selectedIndex } = select;
  const inTurn = [...[...options].slice(selectedIndex + 1), ...[...options].slice(0, selectedIndex)];
  const found = inTurn.find(({ text }) => text.toLowerCase().startsWith(letter.toLowerCase()));
  if (found === undefined) return;
  select.value = found.value;
  select.dispatchEvent(new Event("change"));
}

interface CustomerScan {
  /** Why no other customer can be served now. */
  refusal(): string | null;
  take(code: string): void;
}

/** What till and desk do with a scan: whatever is no customer's code, or comes at a wrong moment, changes nothing. */
export function customerScan({ texts }: Speech, { refusal, take }: CustomerScan): KeyTaker["scan"] {
  return (text) => {
    const code = readCustomerCode(text);
    const problem = code === null ? texts.scanner.invalid : refusal();
    if (code === null || problem !== null) return tell(problem);
    closeSheets();
    take(code);
  };
}

let told: HTMLElement | null = null;

/** Tells it on top of the page, or of the sheet that covers it, until something else is done. */
export function tell(text: string | null): void {
  told?.remove();
  told = text === null ? null : h("p", { class: "told", role: "alert" }, text);
  if (told === null) return;
  const header = [...document.querySelectorAll("dialog > header")].at(-1);
  if (header === undefined) document.body.append(told);
  else header.after(told);
}
