// Who may call what: the callers in words, the ways to prove it, and how others are refused.
import type { Refusal } from "../../http/refusals.ts";

export type Access = keyof typeof ACCESS;

interface AccessRule {
  callers: string;
  security: Record<string, string[]>[];
  refusals: readonly Refusal[];
}

const TOKEN = [{ clientCredentials: [] }, { bearer: [] }];
const MERCHANT_REFUSALS: Refusal[] = ["forbidden", "merchant_missing"];

export const ACCESS = {
  anyone: { callers: "anyone, without a token", security: [], refusals: [] },
  merchant_or_counter: {
    callers: "a merchant, its dashboard users, its counters",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
  },
  merchant: { callers: "a merchant, its dashboard users", security: TOKEN, refusals: MERCHANT_REFUSALS },
  merchant_or_admin: {
    callers: "a merchant, its dashboard users, platform administrators",
    security: TOKEN,
    refusals: MERCHANT_REFUSALS,
  },
  admin: { callers: "platform administrators", security: TOKEN, refusals: ["forbidden"] },
  customer: { callers: "a customer's wallet", security: TOKEN, refusals: ["forbidden"] },
  ledger: { callers: "the platform's ledger", security: [{ webhookSignature: [] }], refusals: [] },
} satisfies Record<string, AccessRule>;
