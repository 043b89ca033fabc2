// What a desk says of a movement, in whatever state it is.
import type { Speech } from "#pages/browser/device/language.ts";
import { printSlip, wasPrinted } from "#pages/browser/device/receipt.ts";
import type { Sale } from "#pages/browser/device/sale.ts";
import { reasonOf, STEP_MARKS, stepView } from "#pages/browser/device/sale-view.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { bigButton, markOf, type Notice, timeLine } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import {
  type Customer,
  type Desk,
  kindOf,
  type Movement,
  type MovementDraft,
  OVER_LIMIT,
} from "./desk-api.ts";

/** What can be seen of a movement; `sent` and `delayed`: there was no response yet. `code`: null without a response. */
export type Seen = Movement | { status: "sent" | "delayed" } | { status: "refused"; code: string | null };

/** These are the till's steps, so that they look and sound like them. */
export const STEPS = {
  sent: "creating",
  delayed: "creating",
  awaiting_approval: "approval",
  processing: "underway",
  completed: "paid",
  declined: "declined",
  rejected: "declined",
  withdrawn: "cancelled",
  expired: "expired",
  refused: "refused",
} as const satisfies Record<Seen["status"], Sale["step"]>;

/** Refusals that a till's cashier is told of in the same words. */
const SAME_AS = {
  unknown_customer: "unknown_scan_token",
  unknown_wallet: "unknown_scan_token",
  customer_code_expired: "scan_token_expired",
} as const;

/** What is asked for, before the customer or the amount is known. */
export type Sought = What & { amount: string | null; customer: Customer | null };

type What = Pick<MovementDraft, "kind" | "corrects">;

export function nameOf({ kind, corrects }: What, { texts }: Speech): string {
  return corrects === null ? texts.desk.kinds[kind] : texts.desk.correct.title;
}

export function confirmationOf(what: What, speech: Speech): Notice {
  const { confirm, correct } = speech.texts.desk;
  const text = what.corrects === null ? confirm[what.kind] : correct.confirm;
  return { title: nameOf(what, speech), text };
}

/** For a correction, no cash is handed out. */
export function doneOf(what: What, speech: Speech): Notice {
  const { done, correct } = speech.texts.desk;
  return what.corrects === null ? done[what.kind] : { title: correct.title, text: correct.done };
}

export function noticeOf(what: What, seen: Seen, speech: Speech): Notice {
  const { texts } = speech;
  const { desk, ends } = texts;
  switch (seen.status) {
    case "sent":
      return { title: texts.loading, text: "" };
    case "delayed":
      return { title: texts.delayed.title, text: desk.delayed };
    case "awaiting_approval":
      return {
        title: texts.approval.title,
        text: what.corrects === null ? desk.approval : desk.correct.confirm,
      };
    case "processing":
      return { title: desk.processing, text: texts.underway.text };
    case "completed":
      return doneOf(what, speech);
    case "rejected":
      return ends.declined;
    case "withdrawn":
      return { title: desk.withdrawn, text: desk.nothing };
    case "expired":
      return { title: ends.expired.title, text: desk.nothing };
    case "declined":
      return { title: ends.declined.title, text: `${desk.nothing} ${whyOf(seen.decline_reason, speech)}` };
    case "refused":
      return { title: desk.nothing, text: whyOf(seen.code, speech) || texts.pair.failed.offline };
  }
}

/** Empty for null. */
export function whyOf(refused: string | null, { texts }: Speech): string {
  if (refused === null) return "";
  const known = SAME_AS[refused as keyof typeof SAME_AS] ?? refused;
  return reasonOf(known, { ...texts, refusals: { ...texts.refusals, ...texts.desk.refusals } });
}

interface MovementActions {
  /** The next customer. */
  next(): void;
  /** `amount`: null where the same one would be refused again. */
  again(amount: string | null): void;
  withdraw(payOut: Movement): void;
}

/** Without customer or amount before they are known. */
export function movementView(
  draft: Sought,
  seen: Seen,
  speech: Speech,
  desk: Desk,
  actions: MovementActions,
): HTMLElement {
  const { amount, customer, corrects } = draft;
  const { texts, locale } = speech;
  const step = STEPS[seen.status];
  const mark = STEP_MARKS[step];
  const refusal = seen.status === "refused" ? seen.code : null;
  // Whoever has no shift any more, or needs one now, begins with it.
  const next = () => (refusal === "shift_not_open" ? location.reload() : actions.next());
  const same = OVER_LIMIT.some((code) => code === refusal) ? null : amount;
  const name = customer?.chosen_name ?? customer?.name ?? null;
  const print = (movement: Movement) => printMovement(movement, name, desk, speech);
  return stepView(step, {
    heading: customer && customerLine(customer, speech, "number" in seen && numberLine(seen)),
    amount: amount && formatMoney(amount, desk.currency, locale),
    image: markOf(mark),
    notice: noticeOf(draft, seen, speech),
    waiting: seen.status === "awaiting_approval" && [
      timeLine(texts.timeLeft, seen.expires_at ?? ""),
      h("p", { class: "hint" }, texts.leaveHint),
    ],
    buttons: [
      // The day's list shows what becomes of one that is left.
      seen.status !== "sent" && bigButton(texts.next, next, { class: mark === "running" ? "" : "primary" }),
      seen.status === "awaiting_approval" && bigButton(texts.withdraw, () => actions.withdraw(seen)),
      seen.status === "completed" && bigButton(texts.receipt.print, () => print(seen)),
      mark === "ended" &&
        corrects === null &&
        bigButton(same === null ? texts.retry : texts.again, () => actions.again(same)),
    ],
  });
}

/** `customer`: as the desk may show it. */
export function printMovement(
  movement: Movement,
  customer: string | null,
  { name, time_zone: timeZone }: Desk,
  speech: Speech,
  isCopy = wasPrinted(movement.id),
): void {
  const { receipt, unnamed } = speech.texts.desk;
  const what = { kind: kindOf(movement), corrects: movement.corrects_id };
  void printSlip(speech, {
    name,
    isCopy,
    timeZone,
    amount: movement,
    status: doneOf(what, speech).title,
    facts: [
      [receipt.customer, customer ?? unnamed],
      [receipt.movement, movement.number],
    ],
  });
}

function numberLine({ number }: Movement): HTMLElement {
  return h("small", {}, " ", isolated(number));
}

/** Only after a scan is the address whole. `more`: beside it. */
export function customerLine(
  { name, chosen_name: chosen }: Customer,
  { texts }: Speech,
  more: Child = null,
): HTMLElement {
  const address = chosen && name ? h("small", {}, " · ", isolated(name)) : null;
  return h("p", { class: "customer" }, isolated(chosen || name || texts.desk.unnamed), address, more);
}
