// Today's sums and movements at a cash desk, to print again. Its day is that of its time zone, as for its limits.
import { decimalText } from "#core/domain/money.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { printSlip } from "#pages/browser/device/receipt.ts";
import { dayRow, listOf, openDay, totalOf } from "#pages/browser/device/sales-view.ts";
import { formatMoney } from "#pages/format.ts";
import { type Desk, kindOf, type Movement, readDay } from "./desk-api.ts";

export function openDeskDay(speech: Speech, desk: Desk): void {
  const { texts, locale } = speech;
  const { desk: words } = texts;
  openDay(speech, words.day, async () => {
    const day = await readDay();
    if (day.kind !== "ok") return null;
    const { movements, sums } = day.value;
    const totals = (["top_up", "pay_out"] as const).map((kind) => {
      const sum = sums.find((each) => each.kind === kind && each.status === "completed");
      const amount = sum?.amount ?? decimalText(0, desk.currency);
      return totalOf(words.done[kind].title, formatMoney(amount, desk.currency, locale));
    });
    const rows = movements.map((movement) =>
      dayRow(movement, speech, {
        status: movement.status,
        state: stateOf(movement, texts),
        timeZone: desk.time_zone,
        print: movement.status === "completed" ? () => printMovement(movement, desk, speech) : null,
      }),
    );
    return [...totals, listOf(rows, words.day.none)];
  });
}

function stateOf(movement: Movement, { desk, sales, ends }: Speech["texts"]): string {
  const { status } = movement;
  const kind = kindOf(movement);
  if (status === "completed") return desk.done[kind].title;
  const states = {
    awaiting_approval: sales.status.pending_approval,
    processing: desk.processing,
    expired: ends.expired.title,
    declined: ends.declined.title,
    rejected: ends.declined.title,
  };
  return `${desk.kinds[kind]} · ${states[status]}`;
}

export function printMovement(movement: Movement, { name, time_zone: timeZone }: Desk, speech: Speech): void {
  const { done, receipt } = speech.texts.desk;
  printSlip(speech, {
    name,
    timeZone,
    amount: movement,
    status: done[kindOf(movement)].title,
    facts: [
      [receipt.wallet, movement.account_id],
      [receipt.movement, movement.id],
    ],
  });
}
