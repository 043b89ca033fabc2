// Today's sums and movements at a cash desk, to print again, to correct and to withdraw. Its day is that of its time zone.
import { decimalText } from "#core/domain/money.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { dayRow, listOf, openDay, totalOf } from "#pages/browser/device/sales-view.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { closeSheets } from "#pages/browser/kit/sheet.ts";
import { formatMoney } from "#pages/format.ts";
import {
  type Day,
  type DaySum,
  type Desk,
  kindOf,
  type ListedMovement,
  leftOf,
  type Movement,
  readDay,
} from "./desk-api.ts";
import { doneOf, nameOf, printMovement } from "./movement-view.ts";

const LISTED = 50;

interface DayActions {
  /** `left`: what of the top-up can still be asked back, as decimal text. It is null while nobody's shift is open. */
  correct: ((topUp: ListedMovement, left: string) => void) | null;
  withdraw(payOut: ListedMovement): void;
}

export function openDeskDay(speech: Speech, desk: Desk, { correct, withdraw }: DayActions): void {
  const { locale, texts } = speech;
  const { desk: words } = texts;
  const money = (amount: string) => formatMoney(amount, desk.currency, locale);
  openDay(speech, words.day, async () => {
    const day = await readDay(LISTED);
    if (day.kind !== "ok") return null;
    const sumOf = (kind: DaySum["kind"]) =>
      day.value.sums.find((sum) => sum.kind === kind && sum.status === "completed")?.amount;
    const corrected = sumOf("correction");
    const totals = (["top_up", "pay_out"] as const).map((kind) =>
      totalOf(
        words.done[kind].title,
        money(sumOf(kind) ?? decimalText(0, desk.currency)),
        kind === "top_up" && corrected
          ? [`${words.correct.title}: `, isolated(money(`-${corrected}`))]
          : null,
      ),
    );
    const listed: ListedMovement[] = [];
    const rowOf = (movement: ListedMovement) => {
      const { status, customer_name: name } = movement;
      const row = dayRow(movement, speech, {
        status,
        state: stateOf(movement, speech),
        timeZone: desk.time_zone,
        print: status === "completed" ? () => printMovement(movement, name, desk, speech, true) : null,
      });
      const customer = name === null ? null : [" · ", isolated(name)];
      const who = h("span", { class: "who" }, isolated(movement.number), customer);
      const left = correct && leftOf(movement, listed);
      const button = (label: string, act: () => void) =>
        h("button", { type: "button", class: "act", click: () => leaveFor(act) }, label);
      row.append(who);
      if (left) row.append(button(words.correct.action, () => correct?.(movement, left)));
      if (status === "awaiting_approval") row.append(button(texts.withdraw, () => withdraw(movement)));
      return row;
    };
    const pageOf = ({ movements, next_cursor: next }: Day) => {
      listed.push(...movements);
      return { rows: movements.map(rowOf), next };
    };
    const readMore = async (next: string) => {
      const read = await readDay(LISTED, next);
      return read.kind === "ok" ? pageOf(read.value) : null;
    };
    return [...totals, ...listOf(pageOf(day.value), words.day, readMore)];
  });
}

/** The button that had opened the list would take the next Enter. */
function leaveFor(act: () => void): void {
  closeSheets();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  act();
}

function whatOf(movement: Movement) {
  return { kind: kindOf(movement), corrects: movement.corrects_id };
}

function stateOf(movement: Movement, speech: Speech): string {
  const { desk, approval, ends } = speech.texts;
  const { status } = movement;
  const what = whatOf(movement);
  if (status === "completed") return doneOf(what, speech).title;
  const states = {
    awaiting_approval: approval.title,
    processing: desk.processing,
    expired: ends.expired.title,
    declined: ends.declined.title,
    rejected: ends.declined.title,
    withdrawn: desk.withdrawn,
  };
  return `${nameOf(what, speech)} · ${states[status]}`;
}
