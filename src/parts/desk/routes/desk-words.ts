import type { OperationWords } from "#core/http/describe.ts";

export const DESK_WORDS: Record<string, OperationWords> = {
  getDesk: ["Read the desk with which this tablet is paired"],
  findDeskCustomer: [
    "Find the customer by the code in the wallet",
    "Before an amount is entered. The code is not used up, and no balance is shown. For the wallet's id alone, without a scan token, the name is masked. A desk may ask 30 times a minute; the audit trail counts how often it has.",
  ],
  topUpWallet: [
    "Put money into a wallet",
    "For cash that the desk has taken, within the desk's limits. The same request under the same key moves it once. With 202 the ledger's result is not known yet: read the movement until it is.",
  ],
  payOutWallet: [
    "Ask a customer to be paid out",
    "No money moves before the customer has approved it in the wallet, within 2 minutes. Read the movement until it is `completed`, and only then hand out the cash. It takes only the scan token of a customer who is there, once.",
  ],
  listDeskMovements: [
    "List what this desk has done today",
    "A day is one of the desk's time zone, as for the limits, of which it says what is left. After a change of the zone they count the last 24 hours until the next shift begins, or the next day that does not begin within the day before the change.",
  ],
  getDeskMovement: ["Read a movement of this desk"],
  correctTopUp: [
    "Ask a customer for what was too much of a top-up",
    "A pay-out of this amount to the desk, linked to the top-up, which the customer approves in the wallet within an hour. No cash is handed out. All corrections of a top-up together are no more than it was; the desk's limits do not count them.",
  ],
  withdrawPayOut: [
    "Withdraw a pay-out that waits for its customer",
    "Safe to repeat. Once the customer has approved it, 409.",
  ],
  getDeskShift: ["Read this desk's open shift", "With its sums until now."],
  openDeskShift: [
    "Open a shift",
    "A desk with `clerks` moves no money without one. It has one open shift at most; the same request under the same key opens one.",
  ],
  closeDeskShift: [
    "Close a shift with the cash that was counted",
    "Its sums stay as they are then. Safe to repeat with the same count.",
  ],
  listDeskShifts: ["List a cash desk's shifts", "With their sums, and who stood there."],
  createDesk: [
    "Make a cash desk",
    "Where the operator takes customers' money into their wallets, and pays it out.",
  ],
  listDesks: ["List the cash desks"],
  updateDesk: [
    "Change, stop or restart a cash desk",
    "Fields that are left out stay as they are. `inactive` signs its tablets out at once; they are paired anew once the desk is active again.",
  ],
  createDeskPairing: [
    "Create a code that pairs a tablet with a cash desk",
    "The code works once, within 10 minutes.",
  ],
  listTablets: ["List a cash desk's tablets"],
  renameTablet: ["Rename a tablet"],
  revokeTablet: ["Revoke a tablet", "Takes effect at once, as for one that is lost."],
  makeAdjustment: [
    "Move money between the float and an account",
    "Within the limits of `ADJUSTMENT_LIMITS`, for all administrators together; a day is one of UTC. The same request under the same key moves it once. With 202 the ledger's result is not known yet: the transfer is repeated until it is.",
  ],
  listMovements: ["List movements", "Top-ups, pay-outs and adjustments, newest first."],
  resolveMovement: [
    "End a movement by hand",
    "For one that has no result from the ledger ten minutes after it was begun. With `transaction_id`, the transaction is read from the ledger, must be this movement's and no other's, and is recorded. If the ledger does not return its `operation_key`, `confirm` is required. With `outcome` `declined`, its transfer is no longer repeated. It is declined at once if the ledger can void its key, else ten minutes later unless the ledger has executed it by then; until that is certain the response is 409 with `Retry-After`.",
  ],
  readFloat: [
    "Read what the operator owes",
    "By currency, as the ledger adds it up: the float is what wallets and merchants have, and what is in flight between them.",
  ],
};
