import type { counters as en } from "../en/counters.ts";

export const counters: typeof en = {
  counters: {
    one: "Caisse",
    intro:
      "Une caisse est un endroit où vous vendez, comme le bar. Chaque appareil est associé à l’une d’elles.",
    create: "Nouvelle caisse",
    name: "Nom",
    location: "Emplacement",
    statuses: { active: "Active", inactive: "Désactivée" },
    empty: "Pas encore de caisse",
    emptyHint: "Créez la première, puis associez-lui un appareil.",
    id: "ID de la caisse",
    updated: "Modifiée",
    payments: "Paiements de cette caisse",
    rename: "Nom et emplacement",
    rights: "Ce que permettent ses identifiants",
    canRefund: "Rembourser les paiements de cette caisse",
    readsOwnOnly: "Ne lire que les paiements de cette caisse",
    rightsHint:
      "Pour les identifiants client, comme ceux d’une boutique en ligne. Les terminaux ne remboursent jamais et ne lisent que ceux de leur caisse.",
    deactivate: "Désactiver",
    deactivateTitle: (name) => `Désactiver ${name} ?`,
    deactivateHint:
      "Ses identifiants et appareils cessent aussitôt de fonctionner. Les paiements ouverts restent payables. Elle ne peut pas être réactivée.",
    deactivated: "La caisse est désactivée.",
  },
  tills: {
    title: "Appareils",
    none: "Aucun appareil n’est associé à cette caisse.",
    pair: "Associer un appareil",
    pairHint: "Scannez ce code avec l’appareil qui servira de caisse, ou ouvrez-y le lien.",
    here: "Utiliser cet appareil",
    codeAlt: "Code qui associe un appareil",
    link: "Lien",
    once: (duration) => `Valable une fois, pendant ${duration}.`,
    paired: "L’appareil est associé.",
    lastUsed: "Dernière utilisation",
    pairedBy: "Associé par",
    someoneGone: "un utilisateur qui n’existe plus",
    rename: "Renommer",
    revoke: "Révoquer",
    revokeTitle: (name) => `Révoquer ${name} ?`,
    revokeHint: "L’appareil est aussitôt déconnecté. Ses paiements ouverts restent payables.",
    revoked: "L’appareil est révoqué.",
  },
};
