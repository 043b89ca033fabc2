import type { Texts } from "./en.ts";

export const texts: Texts = {
  title: "Favoriten",
  note: "Notiz zu diesem Verkauf",
  old: (name: string) =>
    `Der Preis von ${name} hat sich geändert. Der Artikel wurde entfernt: Bitte fügen Sie ihn neu hinzu.`,
  unchecked: "Die Preise konnten nicht geprüft werden. Bitte versuchen Sie es noch einmal.",
  panel: {
    hint: "Was die Geräte dieser Kasse auf einen Tipp anbieten, jeweils mit Preis.",
    otherCurrency: (prices, tills) =>
      `Diese Preise sind in ${prices}. Kassen, die in ${tills} verkaufen, zeigen sie nicht.`,
    none: "Noch keine Favoriten.",
    name: "Name",
    price: "Preis",
    add: "Favorit hinzufügen",
    change: "Ändern",
    remove: "Entfernen",
    removeTitle: (name: string) => `${name} entfernen?`,
    removeHint: "Die Geräte dieser Kasse bieten ihn nicht mehr an.",
    toFront: "Nach vorn",
    saved: "Die Favoriten sind gespeichert.",
  },
};
