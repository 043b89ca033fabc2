import type { Texts } from "./en.ts";

export const texts: Texts = {
  title: "Favoris",
  note: "Note pour cette vente",
  old: (name: string) =>
    `Le prix de ${name} a changé. L’article a été retiré : veuillez l’ajouter à nouveau.`,
  unchecked: "Les prix n’ont pas pu être vérifiés. Veuillez réessayer.",
  panel: {
    hint: "Ce que les appareils de cette caisse proposent d’un geste, avec leur prix.",
    otherCurrency: (prices, tills) =>
      `Ces prix sont en ${prices}. Les caisses qui vendent en ${tills} ne les affichent pas.`,
    none: "Aucun favori pour l’instant.",
    name: "Nom",
    price: "Prix",
    add: "Ajouter un favori",
    change: "Modifier",
    remove: "Retirer",
    removeTitle: (name: string) => `Retirer ${name} ?`,
    removeHint: "Les appareils de cette caisse ne le proposeront plus.",
    toFront: "Mettre en tête",
    saved: "Les favoris sont enregistrés.",
  },
};
