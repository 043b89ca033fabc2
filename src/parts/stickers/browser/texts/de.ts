import type { Texts } from "./en.ts";

export const texts: Texts = {
  choose: "Wie viel bezahlen Sie?",
  amount: (currency) => `Betrag in ${currency}`,
  least: (amount) => `mindestens ${amount}`,
  most: (amount) => `höchstens ${amount}`,
  pay: "Weiter zum Bezahlen",
  wallet: "Mein Wallet öffnen",
  walletHint: "Oder scannen Sie den Code auf dem Aufkleber mit Ihrer Wallet-App.",
  again: "Noch einmal versuchen",
  lost: "Keine Verbindung. Bitte versuchen Sie es noch einmal.",
  scan: "Scannen und bezahlen",
  codeAlt: "Code zum Bezahlen",
  print: "Drucken",
  problems: {
    unknown: { title: "Kein solcher Code", text: "Bitte prüfen Sie den Link, oder fragen Sie an der Kasse." },
    revoked: {
      title: "Nicht mehr gültig",
      text: "Das Geschäft hat diesen Code entzogen. Bitte fragen Sie an der Kasse.",
    },
    closed: { title: "Nicht verfügbar", text: "Dieses Geschäft kann zurzeit keine Zahlungen annehmen." },
    inactive: {
      title: "Kasse geschlossen",
      text: "Diese Kasse nimmt keine Zahlungen mehr an. Bitte fragen Sie das Geschäft.",
    },
    amount: {
      title: "Betrag nicht möglich",
      text: "Dieser Code nimmt den Betrag nicht an. Es wurde nichts abgebucht.",
    },
    currency: { title: "Andere Währung", text: "Ihr Wallet hat die Währung dieses Geschäfts nicht." },
    busy: {
      title: "Zu viele Anfragen",
      text: "Hier bezahlen gerade zu viele. Versuchen Sie es in einer Minute noch einmal.",
    },
    failed: {
      title: "Etwas ist schiefgegangen",
      text: "Es wurde nichts abgebucht. Bitte versuchen Sie es später noch einmal.",
    },
  },
  panel: {
    title: "Aufkleber-Codes",
    none: "Für diese Kasse ist kein Code gedruckt.",
    create: "Neuer Aufkleber-Code",
    createHint: "Zum Drucken und Aufhängen. Ohne Betrag wählt ihn der Kunde.",
    created: "Der Aufkleber-Code ist angelegt.",
    label: "Wofür",
    amount: "Betrag",
    open: "Der Kunde wählt",
    fields: {
      label: "Wofür, etwa „Kaffee“",
      currency: "Währung",
      amount: "Fester Betrag",
      amount_min: "Mindestens",
      amount_max: "Höchstens",
    },
    revoke: "Entziehen",
    revokeTitle: (name) => `${name} entziehen?`,
    revokeHint: "Der gedruckte Code gilt sofort und für immer nicht mehr.",
    revoked: "Der Aufkleber-Code ist entzogen.",
  },
};
