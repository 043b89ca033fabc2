import type { webhooks as en } from "../en/webhooks.ts";

export const webhooks: typeof en = {
  deliveries: {
    waiting: "بانتظار المستقبِل",
    statuses: { none: "لم يُرسل", pending: "قيد التنفيذ", delivered: "سُلّم", failed: "فشل" },
  },
};
