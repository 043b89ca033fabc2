// One sale on the whole screen, in whatever state it is.
import { formatMoney } from "../../format.ts";
import { amountLine } from "../kit/elements.ts";
import { type Child, h, isolated } from "../kit/h.ts";
import { isLink, paymentCode } from "../kit/payment-code.ts";
import { playMoneyBadge } from "../kit/play-money.ts";
import { bigButton, linesOf, type Mark, markOf, type Notice, timeLine } from "../kit/step.ts";
import type { Speech } from "./language.ts";
import { isDeclined, type Sale } from "./sale.ts";

interface SaleActions {
  cancel: () => void;
  /** Cancels it, and begins again with its amount. */
  correct: () => void;
  /** The next customer. */
  next: () => void;
  /** Begins a sale of the same amount. */
  again: () => void;
  print: () => void;
  /** Once the till is removed. */
  pairAgain: () => void;
}

export function saleView(sale: Sale, { texts, locale, language }: Speech, actions: SaleActions): HTMLElement {
  const { draft } = sale;
  const amount = formatMoney(draft.amount, draft.currency, locale);
  const code = codeOf(sale);
  return stepView(sale.step, {
    amount,
    heading: "intent" in sale ? playMoneyBadge(sale.intent.environment, language) : null,
    image:
      code === null
        ? markOf(STEP_MARKS[sale.step])
        : h("img", { class: "code", src: code, alt: texts.codeAlt, width: "360", height: "360" }),
    notice: noticeOf(sale, texts),
    waiting: sale.step === "paid" ? h("p", {}, isolated(sale.intent.number)) : waiting(sale, texts),
    buttons: buttonsOf(sale, texts, actions),
  });
}

interface StepParts {
  /** The text that is shown; null when there is none yet. */
  amount: string | null;
  /** Above the amount. */
  heading?: Child;
  image?: Child;
  notice: Notice;
  waiting?: Child;
  buttons: Child;
}

export function stepView(
  step: string,
  { amount, heading, image, notice, waiting, buttons }: StepParts,
): HTMLElement {
  return h(
    "section",
    { class: "sale", "data-step": step, tabindex: "-1" },
    heading,
    amount === null ? null : amountLine(amount),
    image,
    linesOf(notice),
    waiting,
    h("div", { class: "actions" }, buttons),
  );
}

type Words = Speech["texts"];

/** Their keys are the steps of a sale, which are those of a desk's movements as well. */
export const STEP_MARKS: Record<Sale["step"], Mark> = {
  creating: "running",
  // It shows a code, unless the merchant is suspended.
  open: "ended",
  approval: "running",
  underway: "running",
  paid: "good",
  refused: "ended",
  declined: "ended",
  cancelled: "ended",
  expired: "ended",
};

function noticeOf(sale: Sale, texts: Words): Notice {
  // Only a payment that is being made is more urgent.
  if (isRemoved(sale) && sale.step !== "underway") return texts.removed;
  switch (sale.step) {
    case "creating": {
      if (sale.isResumed) return { title: texts.loading, text: "" };
      if (!sale.isDelayed) return { title: texts.creating, text: "" };
      const { title, text } = texts.delayed;
      return { title, text: sale.draft.scanToken === null ? text : texts.delayedScan };
    }
    case "refused":
      return { title: texts.refused, text: reasonOf(sale.code, texts) };
    case "open":
      return codeOf(sale) === null
        ? { title: texts.refused, text: texts.refusals.merchant_suspended }
        : { ...texts.open, ...(isLink && { text: texts.openByCamera }) };
    case "approval":
    case "underway":
      return texts[sale.step];
    default:
      return texts.ends[sale.step];
  }
}

/** Returns null also while the merchant is suspended, and once the till cannot cancel what it shows. */
export function codeOf(sale: Sale): string | null {
  return sale.step === "open" && !isRemoved(sale) ? paymentCode(sale.intent) : null;
}

export function isRemoved(sale: Sale): boolean {
  return "cancellation" in sale && sale.cancellation === "removed";
}

export function reasonOf(code: string, { refusals, otherRefusal }: Words): string {
  return Object.hasOwn(refusals, code) ? refusals[code as keyof Words["refusals"]] : otherRefusal(code);
}

function waiting(sale: Sale, texts: Words): HTMLElement | null {
  if (!("cancellation" in sale)) return null;
  const failure = failureOf(sale.cancellation, texts);
  return h(
    "div",
    { class: "waiting" },
    timeLine(texts.timeLeft, sale.intent.expires_at),
    h("p", { class: "connection", hidden: true }),
    isDeclined(sale) ? h("p", { class: "warning" }, texts.declined) : null,
    sale.step === "approval" && !isRemoved(sale) ? h("p", { class: "hint" }, texts.leaveHint) : null,
    failure && h("p", { class: "warning" }, failure),
  );
}

function failureOf(cancellation: Extract<Sale, { cancellation: unknown }>["cancellation"], texts: Words) {
  if (typeof cancellation === "object") return reasonOf(cancellation.code, texts);
  return {
    in_progress: texts.cancelInProgress,
    unknown: texts.cancelUnknown,
    none: "",
    asked: "",
    removed: "",
  }[cancellation];
}

function buttonsOf(sale: Sale, texts: Words, actions: SaleActions): HTMLElement[] {
  switch (sale.step) {
    case "creating":
      return sale.isDelayed ? [bigButton(texts.giveUp, actions.next)] : [];
    case "approval":
    case "open":
    case "underway": {
      if (isRemoved(sale)) return [bigButton(texts.pair.next, actions.pairAgain)];
      const isAsked = sale.cancellation === "asked" || sale.cancellation === "unknown";
      const end = sale.intent.status === "pending" ? texts.cancel : texts.withdraw;
      const cancel = bigButton(isAsked ? texts.cancelling : end, actions.cancel, { disabled: isAsked });
      const correct = bigButton(texts.correct, actions.correct, { disabled: isAsked });
      if (sale.step === "underway") return [cancel];
      return sale.step === "open"
        ? [cancel, correct]
        : [cancel, correct, bigButton(texts.next, actions.next)];
    }
    case "paid":
      return [
        bigButton(texts.next, actions.next, { class: "primary" }),
        bigButton(texts.receipt.print, actions.print),
      ];
    default:
      return [
        bigButton(texts.next, actions.next, { class: "primary" }),
        bigButton(texts.again, actions.again),
      ];
  }
}
