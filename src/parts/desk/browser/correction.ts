// What a wrong top-up should have been. The right amount is asked for, so that nobody has to subtract.
import { decimalText } from "#core/domain/money.ts";
import { type Keypad, makeKeypad } from "#pages/browser/device/keypad.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { h } from "#pages/browser/kit/h.ts";
import { formatMoney } from "#pages/format.ts";
import type { Customer, ListedMovement, MovementDraft } from "./desk-api.ts";
import { customerLine } from "./movement-view.ts";

/** A movement before its amount is known. */
export type Draft = Omit<MovementDraft, "key" | "amount">;

interface CorrectionActions {
  ask(draft: Draft, amount: string): void;
  cancel(): void;
}

/** The list shows no more of a customer than this, without a scan. */
export function customerOf({ customer_name: name, account_id: wallet_id }: ListedMovement): Customer {
  return { name, chosen_name: null, wallet_id, currencies: [] };
}

/** Decimal text has all of the currency's decimals. */
const minorOf = (decimal: string) => Number(decimal.replace(".", ""));

/** `left`: of the top-up, after what was asked back before. */
export function correctionKeypad(
  speech: Speech,
  topUp: ListedMovement,
  left: string,
  { ask, cancel }: CorrectionActions,
): Keypad {
  const { texts, locale } = speech;
  const { correct } = texts.desk;
  const { currency } = topUp;
  const customer = customerOf(topUp);
  const differenceTo = (amount: string) => minorOf(amount) - minorOf(left);
  const start = (amount: string) => {
    const difference = differenceTo(amount);
    const tooMuch = { kind: "pay_out", customer, code: "", corrects: topUp.id } as const;
    // What is missing is another top-up.
    const missing = { kind: "top_up", customer, code: customer.wallet_id, corrects: null } as const;
    ask(difference > 0 ? missing : tooMuch, decimalText(Math.abs(difference), currency));
  };
  const question = correct.question(formatMoney(left, currency, locale));
  return makeKeypad({
    speech,
    currency,
    heading: [customerLine(customer, speech), h("p", { class: "hint limit" }, question)],
    isAllowed: (amount) => differenceTo(amount) !== 0,
    actions: [
      { label: texts.pair.next, start },
      { label: correct.all, start: () => start(decimalText(0, currency)), isAlways: true },
      { label: texts.cancel, start: cancel, isAlways: true },
    ],
  });
}
