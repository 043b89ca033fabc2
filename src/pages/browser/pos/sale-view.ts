// One sale on the whole screen, in whatever state it is.
import { formatMoney } from "../../format.ts";
import { amountLine } from "../kit/elements.ts";
import { type Child, h } from "../kit/h.ts";
import { bigButton, linesOf, type Mark, markOf, type Notice, timeLine } from "../kit/step.ts";
import type { Speech } from "./language.ts";
import { isDeclined, isEnded, type Sale } from "./sale.ts";

export interface SaleActions {
  cancel: () => void;
  /** The next customer. */
  next: () => void;
  /** The same amount once more. */
  again: () => void;
  print: () => void;
}

export function saleView(sale: Sale, { texts, locale }: Speech, actions: SaleActions): HTMLElement {
  const { draft } = sale;
  const amount = formatMoney(draft.amount, draft.currency, locale);
  const { notice, mark } = noticeOf(sale, texts);
  const code = sale.step === "open" ? (sale.intent.qr_code_url ?? null) : null;
  return stepView(sale.step, {
    amount,
    image:
      code === null
        ? markOf(mark)
        : h("img", { class: "code", src: code, alt: texts.codeAlt, width: "360", height: "360" }),
    notice,
    waiting: isEnded(sale) ? null : waiting(sale, texts),
    buttons: buttonsOf(sale, texts, actions),
  });
}

interface StepParts {
  /** As it is shown; null when there is none yet. */
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

function noticeOf(sale: Sale, texts: Words): { notice: Notice; mark: Mark } {
  switch (sale.step) {
    case "creating": {
      if (sale.isResumed) return { notice: { title: texts.loading, text: "" }, mark: "running" };
      if (!sale.isDelayed) return { notice: { title: texts.creating, text: "" }, mark: "running" };
      const { title, text } = texts.delayed;
      const isScan = sale.draft.scanToken !== null;
      return { notice: { title, text: isScan ? texts.delayedScan : text }, mark: "running" };
    }
    case "refused":
      return { notice: { title: texts.refused, text: reasonOf(sale.code, texts) }, mark: "ended" };
    case "open":
      if (sale.intent.qr_code_url) return { notice: texts.open, mark: "running" };
      return {
        notice: { title: texts.refused, text: texts.refusals.merchant_suspended },
        mark: "ended",
      };
    case "approval":
      return { notice: texts.approval, mark: "running" };
    case "underway":
      return { notice: texts.underway, mark: "running" };
    case "paid":
      return { notice: texts.ends.paid, mark: "good" };
    case "declined":
    case "cancelled":
    case "expired":
      return { notice: texts.ends[sale.step], mark: "ended" };
  }
}

export function reasonOf(code: string, { refusals, otherRefusal }: Words): string {
  return Object.hasOwn(refusals, code) ? refusals[code as keyof Words["refusals"]] : otherRefusal(code);
}

function waiting(sale: Sale, texts: Words): HTMLElement | null {
  if (!("cancellation" in sale)) return null;
  const failure = { in_progress: texts.cancelInProgress, unknown: texts.cancelUnknown, none: "", asked: "" };
  return h(
    "div",
    { class: "waiting" },
    timeLine(texts.timeLeft, sale.intent.expires_at),
    h("p", { class: "connection", hidden: true }),
    isDeclined(sale) ? h("p", { class: "warning" }, texts.declined) : null,
    sale.step === "approval" ? h("p", { class: "hint" }, texts.leaveHint) : null,
    failure[sale.cancellation] === "" ? null : h("p", { class: "warning" }, failure[sale.cancellation]),
  );
}

function buttonsOf(sale: Sale, texts: Words, actions: SaleActions): HTMLElement[] {
  switch (sale.step) {
    case "creating":
      return sale.isDelayed ? [bigButton(texts.giveUp, actions.next)] : [];
    case "approval":
    case "open":
    case "underway": {
      const isAsked = sale.cancellation === "asked";
      const end = sale.intent.status === "pending" ? texts.cancel : texts.withdraw;
      const cancel = bigButton(isAsked ? texts.cancelling : end, actions.cancel, { disabled: isAsked });
      return sale.step === "approval" ? [cancel, bigButton(texts.next, actions.next)] : [cancel];
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
