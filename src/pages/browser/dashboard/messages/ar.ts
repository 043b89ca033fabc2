import { payments } from "./ar/payments.ts";
import { shell } from "./ar/shell.ts";
import { webhooks } from "./ar/webhooks.ts";
import type { messages as en } from "./en.ts";

export const messages: typeof en = { ...shell, ...payments, ...webhooks };
