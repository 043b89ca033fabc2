import type { messages as en } from "./en.ts";
import { payments } from "./fr/payments.ts";
import { shell } from "./fr/shell.ts";
import { webhooks } from "./fr/webhooks.ts";

export const messages: typeof en = { ...shell, ...payments, ...webhooks };
