import type { webhooks as en } from "../en/webhooks.ts";

export const webhooks: typeof en = {
  deliveries: {
    waiting: "En espera del receptor",
    statuses: { none: "No enviado", pending: "En curso", delivered: "Entregado", failed: "Fallido" },
  },
};
