import { account } from "./ar/account.ts";
import { audit } from "./ar/audit.ts";
import { counters } from "./ar/counters.ts";
import { home } from "./ar/home.ts";
import { payments } from "./ar/payments.ts";
import { shell } from "./ar/shell.ts";
import { webhooks } from "./ar/webhooks.ts";
import type { messages as en } from "./en.ts";

export const messages: typeof en = {
  ...account,
  ...audit,
  ...counters,
  ...home,
  ...payments,
  ...shell,
  ...webhooks,
};
