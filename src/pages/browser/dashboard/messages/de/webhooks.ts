import type { webhooks as en } from "../en/webhooks.ts";

export const webhooks: typeof en = {
  deliveries: {
    waiting: "Wartet auf den Empfänger",
    statuses: { none: "Nicht gesendet", pending: "Läuft", delivered: "Zugestellt", failed: "Fehlgeschlagen" },
  },
};
