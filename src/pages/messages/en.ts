// English, which says what texts there are: one that is missing in another language does not compile.
export type Messages = typeof en;
export type Problem = keyof Messages["problems"];

export interface Notice {
  title: string;
  text: string;
}

export const en = {
  pay: "Pay with your wallet app",
  openWallet: "Open my wallet",
  scanHint: "Open your wallet app and scan this code.",
  /** Where the code is a link. */
  cameraHint: "Scan this code with your phone’s camera or your wallet app.",
  /** Phones ask, and show no code before: they cannot scan their own screen. */
  otherPhone: "Paying with another phone?",
  showCode: "Show the code",
  timeLeft: "Time left",
  codeAlt: "Code for your wallet app",
  /** When the ledger was slow, and then declined. */
  declined: "The payment was declined, and nothing was charged. You can try again.",
  live: "Updates live",
  polling: "Updates every few seconds",
  offline: "No connection. Trying again …",
  back: "Back to the shop",
  languages: "Language",
  paymentId: "Payment",
  receipt: { vatId: "VAT ID", print: "Print" },
  /** Where the page shows nothing without it. */
  needsScript: "This page needs JavaScript.",
  states: {
    approval: {
      title: "Approve in your wallet app",
      text: "The shop has sent a request to your wallet app. Approve or reject it there.",
    },
    underway: {
      title: "Payment is being processed",
      text: "Please do not pay again. This page shows the result as soon as it is known.",
    },
    unpayable: {
      title: "Not available at the moment",
      text: "This shop cannot take payments at the moment. Please ask at the counter.",
    },
    completed: { title: "Paid", text: "The payment is complete. Thank you." },
    refunding: { title: "Refund under way", text: "The shop is returning this payment to your wallet." },
    refunded: { title: "Refunded", text: "The shop has returned this payment to your wallet." },
    cancelled: { title: "Cancelled", text: "This payment was cancelled and can no longer be paid." },
    expired: { title: "Expired", text: "The time to pay has run out. Please ask the shop for a new code." },
  },
  problems: {
    notFound: { title: "No such payment", text: "Please check the link, or ask the shop for a new one." },
    busy: { title: "Too many requests", text: "This page opens again in a minute." },
    failed: { title: "Something went wrong", text: "Your payment is safe. This page tries again by itself." },
  },
};
