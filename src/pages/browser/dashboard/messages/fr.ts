import type { messages as en } from "./en.ts";
import { account } from "./fr/account.ts";
import { audit } from "./fr/audit.ts";
import { counters } from "./fr/counters.ts";
import { creation } from "./fr/creation.ts";
import { payments } from "./fr/payments.ts";
import { shell } from "./fr/shell.ts";
import { totals } from "./fr/totals.ts";
import { webhooks } from "./fr/webhooks.ts";

export const messages: typeof en = {
  ...account,
  ...audit,
  ...counters,
  ...creation,
  ...payments,
  ...shell,
  ...totals,
  ...webhooks,
};
