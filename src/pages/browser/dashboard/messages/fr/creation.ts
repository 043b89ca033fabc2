import type { creation as en } from "../en/creation.ts";

export const creation: typeof en = {
  creation: {
    intro: "Envoyez le lien de paiement au client, ou montrez-lui le code.",
    currency: "Devise",
    descriptionHint: "Le client la voit.",
    referenceHint: "Votre propre numéro de commande ou de facture.",
    lifetime: "Valable",
    lifetimes: { 300: "5 minutes", 1800: "30 minutes", 86400: "1 jour", 604800: "7 jours" },
    more: "Plus",
    scanToken: "Code du client",
    scanTokenHint: "Celui de son portefeuille, pour y demander le paiement. Une caisse est nécessaire.",
    metadataHint: "Un objet JSON pour vos propres systèmes.",
  },
};
