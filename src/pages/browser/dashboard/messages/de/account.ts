import type { account as en } from "../en/account.ts";

export const account: typeof en = {
  credentials: {
    intro: "Damit erhalten Ihre eigenen Systeme Zugriffstoken für die API.",
    api: "API",
    base: "Basisadresse",
    merchantId: "Händler-ID",
    clientId: "Client-ID",
    clientSecret: "Client-Geheimnis",
    reference: "Referenz",
    rotate: "Neues Client-Geheimnis",
    rotateTitle: "Das Client-Geheimnis ersetzen?",
    rotateHint: "Das alte Geheimnis gilt sofort nicht mehr. Was es benutzt, braucht das neue.",
    rotated: "Das neue Client-Geheimnis",
  },
  users: {
    intro: "Inhaber dürfen alles. Mitarbeiter nehmen Zahlungen an, stornieren sie und sehen alles.",
    email: "E-Mail",
    role: "Rolle",
    since: "Seit",
    you: "Sie",
    enabled: "Kann sich anmelden",
    disabled: "Kann sich nicht anmelden",
    invite: "Einladen",
    invited: "Einladung",
    mailed: "Die Einladung wurde per E-Mail gesendet.",
    link: "Link zum Festlegen eines Passworts, 72 Stunden gültig",
    changeTitle: (email) => `Rolle von ${email} ändern?`,
    roleHints: {
      owner: "Darf erstatten und Kassen, Webhooks, Benutzer, Zugangsdaten und Einstellungen ändern.",
      staff: "Darf Zahlungen annehmen und stornieren und alles sehen, aber nicht erstatten oder einstellen.",
    },
    remove: "Entfernen",
    removeTitle: (email) => `${email} entfernen?`,
    removeHint: "Der Benutzer wird sofort abgemeldet und kann sich nicht mehr anmelden.",
    removed: "Der Benutzer ist entfernt.",
  },
  settings: {
    timeZone: "Zeitzone",
    timeZoneHint: "Alle Zeiten hier und die Tage der Summen sind die dieser Zone.",
  },
};
