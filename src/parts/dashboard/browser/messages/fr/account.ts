import type { account as en } from "../en/account.ts";

export const account: typeof en = {
  credentials: {
    intro: "Ils permettent à vos systèmes d’obtenir des jetons d’accès à l’API.",
    api: "API",
    base: "Adresse de base",
    merchantId: "ID du commerçant",
    clientId: "ID client",
    clientSecret: "Secret client",
    reference: "Référence",
    rotate: "Nouveau secret client",
    rotateTitle: "Remplacer le secret client ?",
    rotateHint: "L’ancien secret cesse aussitôt de fonctionner. Ce qui l’utilise a besoin du nouveau.",
    rotated: "Le nouveau secret client",
  },
  goLive: {
    title: "Prêt pour la production",
    intro:
      "Ce qui a été vu ici ces 30 derniers jours. Le reste se passe dans vos propres systèmes, où vous seul pouvez le voir.",
    check: "Étape",
    state: "État",
    seen: "Vu",
    states: {
      passed: "Vu",
      missing: "Pas encore vu",
      yours_to_confirm: "À confirmer par vous",
    },
    checks: {
      payment_completed: "Un paiement a abouti",
      webhook_delivered: "Votre point d’accès a répondu 2xx à un webhook signé",
      webhook_retried: "Un webhook en échec a été livré par une nouvelle tentative",
      refund_settled: "Le grand livre a réglé un remboursement",
      signatures_verified: "Votre point d’accès refuse les webhooks à la signature erronée",
      secrets_in_manager: "Les secrets client et webhook sont dans un gestionnaire de secrets",
      tokens_renewed_early: "Les jetons d’accès sont renouvelés 30 secondes avant leur expiration",
      server_errors_retried:
        "Les requêtes en 5xx sont répétées, avec un délai croissant et la même Idempotency-Key",
    },
  },
  users: {
    intro:
      "Les propriétaires peuvent tout faire. Le personnel encaisse, annule et voit les paiements, les totaux et les caisses.",
    email: "E-mail",
    role: "Rôle",
    since: "Depuis",
    you: "Vous",
    enabled: "Actif",
    disabled: "Ne peut pas se connecter",
    invite: "Inviter",
    invited: "Invité",
    until: (time) => `Lien valable jusqu’au ${time}`,
    expired: "Invitation expirée",
    ended: "Invitation terminée",
    invitation: "Invitation",
    mailed: "L’invitation a été envoyée par e-mail.",
    link: "Lien pour définir un mot de passe",
    send: (email) => `Envoyez ce lien à ${email}, pour y définir un mot de passe.`,
    sendHint:
      "Il n’est affiché qu’ici et ne sert qu’une fois. S’il est perdu, retirez l’utilisateur et invitez-le de nouveau.",
    changeTitle: (email) => `Changer le rôle de ${email} ?`,
    roleHints: {
      owner: "Peut rembourser et modifier caisses, webhooks, utilisateurs, identifiants et réglages.",
      staff: "Peut encaisser, annuler et voir les paiements, les totaux et les caisses, mais pas rembourser.",
    },
    remove: "Retirer",
    removeTitle: (email) => `Retirer ${email} ?`,
    removeHint: "L’utilisateur est aussitôt déconnecté et ne peut plus se connecter.",
    removed: "L’utilisateur est retiré.",
    tillsLeft: "Appareils qui restent associés",
    tillsLeftHint: "L’utilisateur les a associés. Pour en révoquer un, ouvrez sa caisse.",
  },
  settings: {
    timeZone: "Fuseau horaire",
    timeZoneHint: "Toutes les heures affichées et les jours des totaux sont de ce fuseau.",
    apps: "Applications auxquelles les clients reviennent",
    appsHint:
      "Un schéma par ligne, en minuscules et avec un point, comme com.example.shop. L’adresse de retour d’un paiement peut alors l’utiliser.",
    schemes: "Schémas",
    noApps: "Aucun",
  },
};
