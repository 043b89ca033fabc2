import type { messages as en } from "./en.ts";
import { payments } from "./ja/payments.ts";
import { shell } from "./ja/shell.ts";
import { webhooks } from "./ja/webhooks.ts";

export const messages: typeof en = { ...shell, ...payments, ...webhooks };
