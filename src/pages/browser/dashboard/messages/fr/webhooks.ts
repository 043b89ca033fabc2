import type { webhooks as en } from "../en/webhooks.ts";

export const webhooks: typeof en = {
  deliveries: {
    waiting: "En attente du destinataire",
    statuses: { none: "Non envoyé", pending: "En cours", delivered: "Livré", failed: "En échec" },
  },
};
