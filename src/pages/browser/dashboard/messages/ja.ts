import type { messages as en } from "./en.ts";
import { account } from "./ja/account.ts";
import { audit } from "./ja/audit.ts";
import { counters } from "./ja/counters.ts";
import { creation } from "./ja/creation.ts";
import { payments } from "./ja/payments.ts";
import { shell } from "./ja/shell.ts";
import { totals } from "./ja/totals.ts";
import { webhooks } from "./ja/webhooks.ts";

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
