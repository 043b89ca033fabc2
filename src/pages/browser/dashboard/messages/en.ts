// English, which says what texts there are: one that is missing in another language does not compile.
import { payments } from "./en/payments.ts";
import { shell } from "./en/shell.ts";
import { webhooks } from "./en/webhooks.ts";

export const messages = { ...shell, ...payments, ...webhooks };
