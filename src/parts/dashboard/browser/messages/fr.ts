import type { messages as en } from "./en.ts";
import { account } from "./fr/account.ts";
import { audit } from "./fr/audit.ts";
import { counters } from "./fr/counters.ts";
import { home } from "./fr/home.ts";
import { payments } from "./fr/payments.ts";
import { shell } from "./fr/shell.ts";
import { webhooks } from "./fr/webhooks.ts";

export const messages: typeof en = {
  ...account,
  ...audit,
  ...counters,
  ...home,
  ...payments,
  ...shell,
  ...webhooks,
};
