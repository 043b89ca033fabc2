// English, which says what texts there are: one that is missing in another language does not compile.
export type Texts = typeof texts;

export const texts = {
  choose: "How much do you pay?",
  amount: (currency: string) => `Amount in ${currency}`,
  least: (amount: string) => `at least ${amount}`,
  most: (amount: string) => `at most ${amount}`,
  pay: "Go on to pay",
  wallet: "Open my wallet",
  walletHint: "Or scan the code on the sticker with your wallet app.",
  again: "Try again",
  lost: "No connection. Please try again.",
  scan: "Scan to pay",
  codeAlt: "Code to pay with",
  print: "Print",
  problems: {
    unknown: { title: "No such code", text: "Please check the link, or ask at the counter." },
    revoked: { title: "No longer valid", text: "The shop has revoked this code. Please ask at the counter." },
    closed: { title: "Not available", text: "This shop cannot take payments at the moment." },
    inactive: {
      title: "Counter closed",
      text: "This counter takes no payments any more. Please ask the shop.",
    },
    amount: {
      title: "Amount not possible",
      text: "This code does not take that amount. Nothing was charged.",
    },
    currency: { title: "Another currency", text: "Your wallet does not hold the currency of this shop." },
    busy: { title: "Too many requests", text: "Too many are paying here right now. Try again in a minute." },
    failed: { title: "Something went wrong", text: "Nothing was charged. Please try again later." },
  },
  panel: {
    title: "Sticker codes",
    none: "No code is printed for this counter.",
    create: "New sticker code",
    createHint: "To be printed and put up. Without an amount, the customer chooses one.",
    created: "The sticker code is made.",
    label: "What for",
    amount: "Amount",
    open: "The customer chooses",
    fields: {
      label: "What for, such as “Coffee”",
      currency: "Currency",
      amount: "Fixed amount",
      amount_min: "At least",
      amount_max: "At most",
    },
    revoke: "Revoke",
    revokeTitle: (name: string) => `Revoke ${name}?`,
    revokeHint: "The printed code stops working at once, and for good.",
    revoked: "The sticker code is revoked.",
  },
};
