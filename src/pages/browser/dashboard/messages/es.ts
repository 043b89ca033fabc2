import type { messages as en } from "./en.ts";
import { payments } from "./es/payments.ts";
import { shell } from "./es/shell.ts";
import { webhooks } from "./es/webhooks.ts";

export const messages: typeof en = { ...shell, ...payments, ...webhooks };
