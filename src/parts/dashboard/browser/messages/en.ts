// English, which says what texts there are: one that is missing in another language does not compile.
import { account } from "./en/account.ts";
import { audit } from "./en/audit.ts";
import { counters } from "./en/counters.ts";
import { home } from "./en/home.ts";
import { payments } from "./en/payments.ts";
import { shell } from "./en/shell.ts";
import { webhooks } from "./en/webhooks.ts";

export const messages = {
  ...account,
  ...audit,
  ...counters,
  ...home,
  ...payments,
  ...shell,
  ...webhooks,
};
