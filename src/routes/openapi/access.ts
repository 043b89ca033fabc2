// Who may call a route, how they authenticate, and how everyone else is refused.
import type { Access } from "../../http/describe.ts";
import type { Refusal } from "../../http/refusals.ts";

interface AccessRule {
  callers: string;
  security: Record<string, string[]>[];
  refusals: readonly Refusal[];
  /** Further refusals of commands. */
  commandRefusals?: readonly Refusal[];
}

const TOKEN = [{ clientCredentials: [] }, { bearer: [] }];
const MERCHANT_REFUSALS: Refusal[] = ["forbidden", "merchant_missing"];

export const ACCESS: Record<Access, AccessRule> = {
  anyone: { callers: "anyone, without a token", security: [], refusals: [] },
  merchant_or_counter: {
    callers: "a merchant, its dashboard users and its counters",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
    commandRefusals: ["merchant_suspended", "counter_not_active"],
  },
  merchant_or_till: {
    callers: "a merchant, its dashboard users and the tills of its counters",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
    commandRefusals: ["merchant_suspended"],
  },
  merchant: {
    callers: "a merchant and its dashboard users",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
    commandRefusals: ["merchant_suspended"],
  },
  owner: {
    callers: "a merchant and those of its dashboard users who are owners",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
    commandRefusals: ["merchant_suspended", "owner_required"],
  },
  merchant_or_admin: {
    callers: "a merchant, its dashboard users and platform administrators",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
    commandRefusals: ["merchant_suspended"],
  },
  admin: { callers: "platform administrators", security: TOKEN, refusals: ["forbidden"] },
  admin_or_scraper: {
    callers: "platform administrators, and the monitoring system with `METRICS_TOKEN` as its bearer token",
    security: TOKEN,
    refusals: ["forbidden"],
  },
  customer: { callers: "a customer's wallet", security: TOKEN, refusals: ["forbidden"] },
  ledger: { callers: "the platform's ledger", security: [{ webhookSignature: [] }], refusals: [] },
};
