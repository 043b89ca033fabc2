// A clerk's shift: begun with the cash in the drawer, ended with a count, of which a slip is printed.

import { tell } from "#pages/browser/device/device-keys.ts";
import { type Keypad, makeKeypad } from "#pages/browser/device/keypad.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { printSlip, wasPrinted } from "#pages/browser/device/receipt.ts";
import { stepView } from "#pages/browser/device/sale-view.ts";
import { isSignedOut, type Outcome } from "#pages/browser/kit/exchange.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { findSession } from "#pages/browser/kit/online.ts";
import { bigButton, markOf } from "#pages/browser/kit/step.ts";
import { formatMoney } from "#pages/format.ts";
import { closeShift, type Desk, openShift, readDay, readShift, type Shift } from "./desk-api.ts";
import { whyOf } from "./movement-view.ts";

interface Stage {
  speech: Speech;
  desk: Desk;
  show(view: HTMLElement, keypad?: Keypad): void;
}

/** Where clerks stand, nothing is done without a shift; null where none do. */
export async function onShift(stage: Stage, begun: (shift: Shift | null) => void): Promise<void> {
  const { speech, desk, show } = stage;
  if (desk.clerks.length === 0) return begun(null);
  show(h("p", { class: "centre", role: "status" }, speech.texts.loading));
  const open = await findSession(readShift, () => null);
  if (open === null) beginShift(stage, begun);
  else begun(open);
}

/** Asks who begins it, and with how much. */
function beginShift(stage: Stage, begun: (shift: Shift) => void): void {
  const { speech, desk, show } = stage;
  const words = speech.texts.desk.shift;
  const key = crypto.randomUUID();
  const enter = (clerk: string) => {
    const open = (amount: string) => void send(stage, openShift({ key, clerk, amount }), begun);
    const back = () => beginShift(stage, begun);
    askCash(stage, { heading: clerk, hint: words.float, submit: words.begin, open, back });
  };
  const names = desk.clerks.map((clerk) => bigButton(clerk, () => enter(clerk), { dir: "auto" }));
  show(h("section", { class: "panel" }, h("h2", {}, words.begin), h("p", {}, words.who), names));
}

/** What should be there is shown only after the count. */
export async function endShift(
  stage: Stage,
  shift: Shift,
  { back, ended }: Record<"back" | "ended", () => void>,
): Promise<void> {
  const { speech, desk } = stage;
  const words = speech.texts.desk.shift;
  const day = await readDay();
  const sums = day.kind === "ok" ? day.value.sums : [];
  const isWaiting = sums.some(({ status }) => status === "awaiting_approval");
  const hint = isWaiting ? `${words.count} ${words.waiting}` : words.count;
  const confirm = (amount: string) => {
    const end = (closed: Shift) => {
      ended();
      showEnd(stage, closed);
    };
    const close = () => void send(stage, closeShift(shift.id, amount), end);
    const buttons = [bigButton(words.end, close, { class: "primary" }), bigButton(speech.texts.cancel, back)];
    const shown = formatMoney(amount, desk.currency, speech.locale);
    stage.show(stepView("confirm", { amount: shown, notice: { title: words.counted, text: "" }, buttons }));
  };
  askCash(stage, { heading: shift.clerk, hint, submit: speech.texts.pair.next, open: confirm, back });
}

interface CashQuestion {
  heading: string;
  hint: string;
  submit: string;
  open: (amount: string) => void;
  back: () => void;
}

/** The drawer may be empty. */
function askCash({ speech, desk, show }: Stage, { heading, hint, submit, open, back }: CashQuestion): void {
  const keypad = makeKeypad({
    speech,
    currency: desk.currency,
    heading: [h("p", { class: "customer" }, isolated(heading)), h("p", { class: "hint limit" }, hint)],
    actions: [
      { label: submit, start: open, isAlways: true },
      { label: speech.texts.cancel, start: back, isAlways: true },
    ],
  });
  show(keypad.element, keypad);
}

/** After a lost response the same button sends the same again. */
async function send(
  { speech }: Stage,
  sending: Promise<Outcome<Shift>>,
  then: (shift: Shift) => void,
): Promise<void> {
  const outcome = await sending;
  if (outcome.kind === "ok") return then(outcome.value);
  if (outcome.kind === "refused" && outcome.code === "movement_under_way")
    return tell(whyOf(outcome.code, speech));
  // Another tablet of the desk has begun or ended it, or the clerks are others now.
  if (isSignedOut(outcome) || outcome.kind === "refused") return location.reload();
  tell(speech.texts.pair.failed.offline);
}

/** What the count is compared with; a correction only where there was one. */
function sumsOf(shift: Shift, { texts, locale }: Speech): [label: string, sum: string][] {
  const { shift: words, done, correct } = texts.desk;
  const money = (amount: string | null) => formatMoney(amount ?? "0", shift.currency, locale);
  const corrections = Number(shift.corrections) === 0 ? [] : [money(`-${shift.corrections}`)];
  return [
    [words.float, money(shift.opening_float)],
    [done.top_up.title, money(shift.top_ups)],
    ...corrections.map((sum): [string, string] => [correct.title, sum]),
    [done.pay_out.title, money(shift.pay_outs)],
    [words.expected, money(shift.expected)],
    [words.counted, money(shift.counted)],
    [words.difference, money(shift.difference)],
  ];
}

function showEnd({ speech, desk, show }: Stage, shift: Shift): void {
  const { texts, locale } = speech;
  const words = texts.desk.shift;
  const sums = sumsOf(shift, speech).map(([label, sum]) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, isolated(sum))),
  );
  show(
    stepView("shift-ended", {
      heading: h("p", { class: "customer" }, isolated(shift.clerk)),
      amount: formatMoney(shift.counted ?? "0", shift.currency, locale),
      image: markOf("good"),
      notice: { title: words.ended, text: "" },
      waiting: h("dl", { class: "facts" }, sums),
      buttons: [
        bigButton(texts.receipt.print, () => printShift(shift, desk, speech), { class: "primary" }),
        bigButton(words.begin, () => location.reload()),
      ],
    }),
  );
}

function printShift(shift: Shift, { name, time_zone: timeZone }: Desk, speech: Speech): void {
  const { shift: words } = speech.texts.desk;
  const time = new Intl.DateTimeFormat(speech.locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const { counted, currency, opened_at: created_at, closed_at: completed_at } = shift;
  void printSlip(speech, {
    name,
    timeZone,
    isCopy: wasPrinted(created_at),
    amount: { amount_decimal: counted ?? "0", currency, created_at, completed_at },
    status: words.ended,
    facts: [
      [words.clerk, shift.clerk],
      [words.begun, time.format(Date.parse(created_at))],
      ...sumsOf(shift, speech),
    ],
  });
}
