import type { totals as en } from "../en/totals.ts";

export const totals: typeof en = {
  totals: {
    intro: (zone) => `Tage beginnen und enden in der Zeitzone ${zone}.`,
    today: "Heute",
    show: "Anzeigen",
    perCurrency: "Nach Währung",
    perCounter: "Nach Kasse",
    currency: "Währung",
    paid: "Bezahlt",
    refunded: "Erstattet",
    net: "Netto",
    payments: (number) => `Zahlungen: ${number}`,
    refunds: (number) => `Erstattungen: ${number}`,
    noCounter: "Ohne Kasse",
    download: "CSV herunterladen",
    downloaded: "Die CSV-Datei ist fertig.",
    empty: "Keine Zahlungen",
    emptyHint: "In dieser Zeit wurde nichts bezahlt oder erstattet.",
  },
};
