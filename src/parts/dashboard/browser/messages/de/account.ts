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
  goLive: {
    title: "Bereit für den Echtbetrieb",
    intro:
      "Was hier in den letzten 30 Tagen zu sehen war. Das Übrige geschieht in Ihren eigenen Systemen, wo nur Sie es sehen.",
    check: "Schritt",
    state: "Stand",
    seen: "Gesehen",
    states: {
      passed: "Gesehen",
      missing: "Noch nicht gesehen",
      yours_to_confirm: "Selbst bestätigen",
    },
    checks: {
      payment_completed: "Eine Zahlung wurde abgeschlossen",
      webhook_delivered: "Ihr Endpunkt hat einen signierten Webhook mit 2xx beantwortet",
      webhook_retried: "Ein fehlgeschlagener Webhook wurde bei einer Wiederholung zugestellt",
      refund_settled: "Das Hauptbuch hat eine Erstattung gebucht",
      signatures_verified: "Ihr Endpunkt lehnt Webhooks mit falscher Signatur ab",
      secrets_in_manager: "Client- und Webhook-Geheimnisse liegen in einem Secrets-Manager",
      tokens_renewed_early: "Zugriffstoken werden 30 Sekunden vor ihrem Ablauf erneuert",
      server_errors_retried:
        "Anfragen mit 5xx werden mit wachsendem Abstand und demselben Idempotency-Key wiederholt",
    },
  },
  users: {
    intro:
      "Inhaber dürfen alles. Mitarbeiter nehmen Zahlungen an, stornieren sie und sehen Zahlungen, Summen und Kassen.",
    email: "E-Mail",
    role: "Rolle",
    since: "Seit",
    you: "Sie",
    enabled: "Aktiv",
    disabled: "Kann sich nicht anmelden",
    invite: "Einladen",
    invited: "Eingeladen",
    until: (time) => `Link gültig bis ${time}`,
    expired: "Einladung abgelaufen",
    ended: "Einladung beendet",
    invitation: "Einladung",
    mailed: "Die Einladung wurde per E-Mail gesendet.",
    link: "Link zum Festlegen eines Passworts",
    send: (email) => `Senden Sie diesen Link an ${email}. Damit wird ein Passwort festgelegt.`,
    sendHint:
      "Er wird nur hier angezeigt und funktioniert einmal. Ist er verloren, entfernen Sie den Benutzer und laden ihn erneut ein.",
    changeTitle: (email) => `Rolle von ${email} ändern?`,
    roleHints: {
      owner: "Darf erstatten und Kassen, Webhooks, Benutzer, Zugangsdaten und Einstellungen ändern.",
      staff:
        "Darf Zahlungen annehmen und stornieren und Zahlungen, Summen und Kassen sehen, aber nicht erstatten.",
    },
    remove: "Entfernen",
    removeTitle: (email) => `${email} entfernen?`,
    removeHint: "Der Benutzer wird sofort abgemeldet und kann sich nicht mehr anmelden.",
    removed: "Der Benutzer ist entfernt.",
    tillsLeft: "Geräte, die gekoppelt bleiben",
    tillsLeftHint:
      "Der Benutzer hat sie gekoppelt. Um einem den Zugang zu entziehen, öffnen Sie seine Kasse.",
  },
  settings: {
    timeZone: "Zeitzone",
    timeZoneHint: "Alle Zeiten hier und die Tage der Summen sind die dieser Zone.",
    apps: "Apps, in die Kunden zurückkehren",
    appsHint:
      "Ein Schema je Zeile, klein geschrieben und mit einem Punkt, etwa com.example.shop. Die Rücksprungadresse einer Zahlung darf es dann haben.",
    schemes: "Schemas",
    noApps: "Keine",
  },
};
