import { payments } from "./de/payments.ts";
import { shell } from "./de/shell.ts";
import { webhooks } from "./de/webhooks.ts";
import type { messages as en } from "./en.ts";

export const messages: typeof en = { ...shell, ...payments, ...webhooks };
