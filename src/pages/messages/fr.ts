import type { Messages } from "./en.ts";

export const fr: Messages = {
  pay: "Payez avec votre portefeuille",
  openWallet: "Ouvrir mon portefeuille",
  scanHint: "Ouvrez votre application de portefeuille et scannez ce code.",
  cameraHint:
    "Scannez ce code avec l’appareil photo de votre téléphone ou votre application de portefeuille.",
  otherPhone: "Vous payez avec un autre téléphone ?",
  showCode: "Afficher le code",
  timeLeft: "Temps restant",
  codeAlt: "Code pour votre application de portefeuille",
  declined: "Le paiement a été refusé et rien n’a été débité. Vous pouvez réessayer.",
  live: "Mise à jour en direct",
  polling: "Mise à jour toutes les quelques secondes",
  offline: "Pas de connexion. Nouvel essai …",
  back: "Retour au commerçant",
  languages: "Langue",
  paymentId: "Paiement",
  receipt: { vatId: "N° TVA", print: "Imprimer" },
  needsScript: "Cette page a besoin de JavaScript.",
  states: {
    approval: {
      title: "Validez dans votre application",
      text: "Le commerçant a envoyé une demande à votre application de portefeuille. Acceptez-la ou refusez-la.",
    },
    underway: {
      title: "Paiement en cours de traitement",
      text: "Ne payez pas une seconde fois. Cette page affiche le résultat dès qu’il est connu.",
    },
    unpayable: {
      title: "Indisponible pour le moment",
      text: "Ce commerçant ne peut pas encaisser de paiement pour le moment. Adressez-vous à la caisse.",
    },
    completed: { title: "Payé", text: "Le paiement est terminé. Merci." },
    refunding: {
      title: "Remboursement en cours",
      text: "Le commerçant reverse ce paiement sur votre portefeuille.",
    },
    refunded: { title: "Remboursé", text: "Le commerçant a reversé ce paiement sur votre portefeuille." },
    cancelled: { title: "Annulé", text: "Ce paiement a été annulé et ne peut plus être réglé." },
    expired: {
      title: "Expiré",
      text: "Le délai de paiement est écoulé. Demandez un nouveau code au commerçant.",
    },
  },
  problems: {
    notFound: {
      title: "Paiement introuvable",
      text: "Vérifiez le lien ou demandez-en un nouveau au commerçant.",
    },
    busy: { title: "Trop de requêtes", text: "Cette page s’ouvrira de nouveau dans une minute." },
    failed: {
      title: "Une erreur s’est produite",
      text: "Votre paiement est en sécurité. Cette page réessaie d’elle-même.",
    },
  },
};
