import type { webhooks as en } from "../en/webhooks.ts";

export const webhooks: typeof en = {
  deliveries: {
    waiting: "受信側の回復待ち",
    statuses: { none: "未送信", pending: "処理中", delivered: "送信済み", failed: "失敗" },
  },
};
