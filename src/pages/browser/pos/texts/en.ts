// English, which says what texts there are: one that is missing in another language does not compile.
export type Texts = typeof texts;

export interface Notice {
  title: string;
  text: string;
}

export const texts = {
  till: "Till",
  loading: "One moment …",
  offline: "Offline. Sales start again when the connection is back.",
  close: "Close",
  retry: "Try again",
  connection: {
    live: "Live",
    polling: "Updates every few seconds",
    offline: "No connection. Trying again …",
  },
  keypad: {
    label: "Amount",
    total: "Total",
    add: "Add another amount",
    clear: "Clear",
    back: "Delete last digit",
    showCode: "Show code",
    scan: "Scan customer’s code",
  },
  creating: "Creating the payment …",
  delayed: {
    title: "No response yet",
    text: "The till keeps trying with the same sale, so it is never charged twice. Nothing has been shown to the customer.",
  },
  /** After `delayed`, when a customer's code was scanned. */
  delayedScan: "The customer may have been asked already: check their app before you give up.",
  giveUp: "Give up this sale",
  open: { title: "Scan to pay", text: "The customer scans this code with their wallet app." },
  approval: { title: "Waiting for approval", text: "The customer approves the payment in their wallet app." },
  underway: {
    title: "Payment is being processed",
    text: "Please wait. The result appears as soon as it is known.",
  },
  /** When the ledger was slow, and then declined. */
  declined: "The payment was declined, and nothing was charged. It can be tried again.",
  codeAlt: "Code for the customer’s wallet app",
  timeLeft: "Time left",
  cancel: "Cancel",
  withdraw: "Withdraw request",
  cancelling: "Cancelling …",
  cancelInProgress: "Not cancelled: the customer is paying right now.",
  cancelUnknown: "Not cancelled yet: there was no response. Try again.",
  /** The customer can still approve what is left behind. */
  leave: "Next customer",
  leaveHint: "“Next customer” leaves the request open in the customer’s app until it is answered or expires.",
  ends: {
    paid: { title: "Paid", text: "The payment is complete." },
    declined: { title: "Declined", text: "The customer has rejected the payment. Nothing was charged." },
    cancelled: { title: "Cancelled", text: "This payment can no longer be paid." },
    expired: { title: "Expired", text: "The time to pay has run out. Nothing was charged." },
  },
  refused: "No payment was created",
  /** By the service's codes, for what a cashier can do something about. */
  refusals: {
    merchant_suspended: "This merchant is suspended. Please contact the platform.",
    merchant_not_active: "This merchant is not active yet.",
    counter_not_active: "This counter has been deactivated. Pair the till with another one.",
    unknown_scan_token: "This is not a customer’s code. Please scan the code in their wallet app.",
    scan_token_expired: "The code has expired. Ask the customer to show it again.",
    scan_token_used: "The code is no longer valid. Ask the customer for a new one.",
    too_many_approvals: "This customer has too many open requests. Please try again in a minute.",
    too_many_rejections:
      "Several requests to this customer were rejected or withdrawn. Let them scan your code instead.",
    rate_limited: "Too many requests. Please try again in a minute.",
  },
  /** With the service's own code. */
  otherRefusal: (code: string) => `The service did not accept it (${code}).`,
  next: "Next customer",
  again: "Same amount again",
  scanner: {
    title: "Scan the customer’s code",
    hint: "Hold the code of the customer’s wallet app in front of the camera.",
    noCamera: "The camera cannot be used. Type the code below.",
    typed: "Or type the code",
    submit: "Ask for payment",
    invalid: "This does not look like a customer’s code.",
  },
  sales: {
    title: "Sales",
    today: "Paid today",
    count: (count: number) => (count === 1 ? "1 sale" : `${count} sales`),
    refunded: (amount: string) => `${amount} refunded`,
    none: "No sales yet today.",
    failed: "The sales could not be read.",
    status: {
      pending: "Open",
      pending_approval: "Waiting for approval",
      completed: "Paid",
      expired: "Expired",
      cancelled: "Cancelled",
    },
    refund: { pending: "Refund under way", completed: "Refunded" },
  },
  receipt: {
    title: "Receipt",
    print: "Print receipt",
    again: "Print again",
    counter: "Counter",
    time: "Date",
    payment: "Payment",
    thanks: "Thank you for your purchase.",
  },
  menu: {
    title: "Settings",
    language: "Language",
    currency: "Currency",
    customerScreen: "Open the customer’s screen",
    testSound: "Test the sound",
    unpair: "Unpair this till",
    unpairHint: "It then needs a new pairing code.",
  },
  currency: {
    title: "Which currency do you take?",
    text: "You can change it later in the settings.",
    label: "Currency",
    save: "Start selling",
  },
  unpaired: {
    title: "This till is not paired",
    text: "Create a pairing code for a counter in the dashboard, then scan it here.",
    pair: "Pair this till",
  },
  pair: {
    title: "Pair this till",
    text: "Scan or type the pairing code of a counter. It works once, for ten minutes.",
    label: "Pairing code",
    next: "Continue",
    confirm: "Payments on this device will go to this merchant. Pair it only if you sell for them.",
    submit: "Pair",
    scan: "Scan with the camera",
    working: "Pairing …",
    pairedAlready: (merchant: string) => `This device is signed in for ${merchant}. Pairing replaces that.`,
    failed: {
      unknown: "This code is unknown, used or too old. Please create a new one.",
      busy: "Too many attempts. Please try again in a minute.",
      stopped: "This merchant or counter cannot take payments at the moment.",
      offline: "No connection. Please try again.",
    },
  },
  customer: { welcome: "Welcome", closed: "The till is closed.", thanks: "Thank you!" },
  desk: {
    title: "Cash desk",
    kinds: { top_up: "Top up", pay_out: "Pay out" },
    unnamed: "Name unknown",
    submit: "Confirm",
    confirm: {
      top_up: "Take the cash first. The wallet has the money as soon as you confirm.",
      pay_out: "The customer then approves it in the wallet. Hand out nothing before that.",
    },
    delayed: "The desk keeps trying with the same request, so money moves only once. Hand out nothing yet.",
    approval: "The customer approves the pay-out in their wallet app. Hand out nothing yet.",
    processing: "Being processed",
    done: {
      top_up: { title: "Topped up", text: "The money is in the wallet." },
      pay_out: { title: "Paid out", text: "Hand out the cash now." },
    },
    nothing: "No money has moved.",
    refusals: {
      movement_too_large: "It is more than this desk may move at once.",
      day_limit_reached: "It would be more than this desk may move on one day.",
      insufficient_funds: "There is not enough money in the wallet.",
      currency_mismatch: "The wallet does not hold this currency.",
    },
    day: { title: "Today", none: "Nothing yet today.", failed: "Today’s movements could not be read." },
    receipt: { wallet: "Wallet", movement: "Movement" },
    unpair: "Unpair this tablet",
    unpaired: {
      title: "This tablet is not paired",
      text: "The tablet was never paired or was removed, or the desk is closed. Ask an administrator for a pairing code.",
    },
    pair: {
      title: "Pair this tablet",
      text: "Scan or type the pairing code of a cash desk. It works once, for ten minutes.",
      confirm: "This device will move money for this cash desk. Pair it only if you work there.",
      pairedAlready: (desk: string) => `This device is paired with ${desk}. Pairing replaces that.`,
    },
    stopped: "This cash desk is closed.",
  },
};
