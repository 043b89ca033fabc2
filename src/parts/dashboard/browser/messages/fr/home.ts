import type { home as en } from "../en/home.ts";

export const home: typeof en = {
  home: {
    morning: "Bonjour",
    afternoon: "Bonjour",
    evening: "Bonsoir",
    net: "Aujourd’hui, net",
    weekAgo: (day, amount) => `${day} dernier, journée entière : ${amount}`,
    days: "Net de chaque jour",
    last: "Derniers paiements",
    all: "Tous les paiements",
    needs: "À voir",
    nothing: "Rien pour le moment.",
    endpoint: "Les webhooks n’arrivent pas",
    till: (name) => `Caisse « ${name} »`,
    unseen: (since) => `Plus vue depuis le ${since}.`,
    invitation: "Une invitation va expirer",
    zone: (own) => `Toutes les heures sont en UTC, mais ce navigateur est à ${own}.`,
    steps: "Premiers pas",
    makeCounter: "Créer une caisse",
    sell: "Faire une vente",
    begin: "Commencer",
    done: "fait",
    period: "Périodes",
  },
};
