import type { creation as en } from "../en/creation.ts";

export const creation: typeof en = {
  creation: {
    intro: "Senden Sie dem Kunden den Zahlungslink oder zeigen Sie den Code.",
    currency: "Währung",
    descriptionHint: "Der Kunde sieht sie.",
    referenceHint: "Ihre eigene Bestell- oder Rechnungsnummer.",
    lifetime: "Gültig für",
    lifetimes: { 300: "5 Minuten", 1800: "30 Minuten", 86400: "1 Tag", 604800: "7 Tage" },
    more: "Mehr",
    scanToken: "Code des Kunden",
    scanTokenHint: "Aus der Wallet des Kunden, um die Zahlung dort anzufragen. Braucht eine Kasse.",
    metadataHint: "Ein JSON-Objekt für Ihre eigenen Systeme.",
  },
};
