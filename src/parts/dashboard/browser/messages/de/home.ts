import type { home as en } from "../en/home.ts";

export const home: typeof en = {
  home: {
    morning: "Guten Morgen",
    afternoon: "Guten Tag",
    evening: "Guten Abend",
    net: "Heute, netto",
    weekAgo: (day, amount) => `Letzter ${day}, ganzer Tag: ${amount}`,
    days: "Netto je Tag",
    last: "Letzte Zahlungen",
    all: "Alle Zahlungen",
    needs: "Zu erledigen",
    nothing: "Im Moment nichts.",
    endpoint: "Webhooks kommen nicht an",
    till: (name) => `Kasse „${name}“`,
    unseen: (since) => `Nicht gesehen seit ${since}.`,
    invitation: "Eine Einladung läuft bald ab",
    zone: (own) => `Alle Zeiten sind in UTC, doch dieser Browser ist in ${own}.`,
    steps: "Erste Schritte",
    makeCounter: "Kasse anlegen",
    sell: "Etwas verkaufen",
    begin: "Los",
    done: "erledigt",
    period: "Zeiträume",
  },
};
