// English, which says what texts there are: one that is missing in another language does not compile.
export type Texts = typeof texts;

export const texts = {
  title: "Favourites",
  note: "Note for this sale",
  old: (name: string) => `The price of ${name} has changed. It was taken out: please add it again.`,
  unchecked: "The prices could not be checked. Please try again.",
  panel: {
    hint: "What this counter’s tills offer at a tap, each with its price.",
    otherCurrency: (prices: string, tills: string) =>
      `These prices are in ${prices}. Tills that sell in ${tills} do not show them.`,
    none: "No favourites yet.",
    name: "Name",
    price: "Price",
    add: "Add a favourite",
    change: "Change",
    remove: "Remove",
    removeTitle: (name: string) => `Remove ${name}?`,
    removeHint: "The counter’s tills no longer offer it.",
    toFront: "Move to front",
    saved: "The favourites are saved.",
  },
};
