export const totals = {
  totals: {
    intro: (zone: string) => `Days begin and end in the time zone ${zone}.`,
    today: "Today",
    show: "Show",
    perCurrency: "Per currency",
    perCounter: "Per counter",
    currency: "Currency",
    paid: "Paid",
    refunded: "Refunded",
    net: "Net",
    payments: (number: number) => `Payments: ${number}`,
    refunds: (number: number) => `Refunds: ${number}`,
    noCounter: "Without a counter",
    empty: "No payments",
    emptyHint: "Nothing was paid or refunded in this time.",
  },
};
