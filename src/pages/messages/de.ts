import type { Messages } from "./en.ts";

export const de: Messages = {
  pay: "Mit Ihrer Wallet bezahlen",
  openWallet: "Meine Wallet öffnen",
  scanHint: "Öffnen Sie Ihre Wallet-App und scannen Sie diesen Code.",
  cameraHint: "Scannen Sie diesen Code mit der Kamera Ihres Handys oder Ihrer Wallet-App.",
  otherPhone: "Sie zahlen mit einem anderen Handy?",
  showCode: "Code anzeigen",
  timeLeft: "Verbleibende Zeit",
  codeAlt: "Code für Ihre Wallet-App",
  declined: "Die Zahlung wurde abgelehnt, und nichts wurde abgebucht. Sie können es noch einmal versuchen.",
  live: "Wird live aktualisiert",
  polling: "Wird alle paar Sekunden aktualisiert",
  offline: "Keine Verbindung. Neuer Versuch …",
  back: "Zurück zum Geschäft",
  languages: "Sprache",
  paymentId: "Zahlung",
  receipt: { vatId: "USt-IdNr.", print: "Drucken" },
  needsScript: "Diese Seite braucht JavaScript.",
  states: {
    approval: {
      title: "In der Wallet-App bestätigen",
      text: "Das Geschäft hat eine Anfrage an Ihre Wallet-App gesendet. Bestätigen oder lehnen Sie sie dort ab.",
    },
    underway: {
      title: "Zahlung wird verarbeitet",
      text: "Bitte zahlen Sie nicht noch einmal. Diese Seite zeigt das Ergebnis, sobald es feststeht.",
    },
    unpayable: {
      title: "Derzeit nicht möglich",
      text: "Dieses Geschäft kann derzeit keine Zahlungen annehmen. Bitte fragen Sie an der Kasse.",
    },
    completed: { title: "Bezahlt", text: "Die Zahlung ist abgeschlossen. Vielen Dank." },
    refunding: {
      title: "Erstattung läuft",
      text: "Das Geschäft überweist diese Zahlung zurück an Ihre Wallet.",
    },
    refunded: { title: "Erstattet", text: "Das Geschäft hat diese Zahlung an Ihre Wallet zurückgegeben." },
    cancelled: {
      title: "Storniert",
      text: "Diese Zahlung wurde storniert und kann nicht mehr bezahlt werden.",
    },
    expired: {
      title: "Abgelaufen",
      text: "Die Zeit zum Bezahlen ist abgelaufen. Bitte lassen Sie sich einen neuen Code geben.",
    },
  },
  problems: {
    notFound: {
      title: "Diese Zahlung gibt es nicht",
      text: "Bitte prüfen Sie den Link oder lassen Sie sich einen neuen geben.",
    },
    busy: { title: "Zu viele Anfragen", text: "Diese Seite öffnet sich in einer Minute wieder." },
    failed: {
      title: "Etwas ist schiefgegangen",
      text: "Ihre Zahlung ist sicher. Diese Seite versucht es von selbst erneut.",
    },
  },
};
