import type { messages as en } from "./en.ts";
import { account } from "./ja/account.ts";
import { audit } from "./ja/audit.ts";
import { counters } from "./ja/counters.ts";
import { home } from "./ja/home.ts";
import { payments } from "./ja/payments.ts";
import { shell } from "./ja/shell.ts";
import { webhooks } from "./ja/webhooks.ts";

export const messages: typeof en = {
  ...account,
  ...audit,
  ...counters,
  ...home,
  ...payments,
  ...shell,
  ...webhooks,
};
