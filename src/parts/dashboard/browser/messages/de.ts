import { account } from "./de/account.ts";
import { audit } from "./de/audit.ts";
import { counters } from "./de/counters.ts";
import { home } from "./de/home.ts";
import { payments } from "./de/payments.ts";
import { shell } from "./de/shell.ts";
import { webhooks } from "./de/webhooks.ts";
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
