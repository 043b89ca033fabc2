import type { totals as en } from "../en/totals.ts";

export const totals: typeof en = {
  totals: {
    intro: (zone) => `Les jours commencent et finissent dans le fuseau ${zone}.`,
    today: "Aujourd’hui",
    show: "Afficher",
    perCurrency: "Par devise",
    perCounter: "Par caisse",
    currency: "Devise",
    paid: "Payé",
    refunded: "Remboursé",
    net: "Net",
    payments: (number) => `Paiements : ${number}`,
    refunds: (number) => `Remboursements : ${number}`,
    noCounter: "Sans caisse",
    download: "Télécharger le CSV",
    downloaded: "Le fichier CSV est prêt.",
    empty: "Aucun paiement",
    emptyHint: "Rien n’a été payé ni remboursé pendant cette période.",
  },
};
