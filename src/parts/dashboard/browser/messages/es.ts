import type { messages as en } from "./en.ts";
import { account } from "./es/account.ts";
import { audit } from "./es/audit.ts";
import { counters } from "./es/counters.ts";
import { home } from "./es/home.ts";
import { payments } from "./es/payments.ts";
import { shell } from "./es/shell.ts";
import { webhooks } from "./es/webhooks.ts";

export const messages: typeof en = {
  ...account,
  ...audit,
  ...counters,
  ...home,
  ...payments,
  ...shell,
  ...webhooks,
};
