// What a merchant does before it takes real money, and what shows that it has.
import type { Merchant } from "#core/domain/merchants/merchant.ts";

/** What this service can see. */
export const SEEN_CHECKS = [
  "payment_completed",
  "webhook_delivered",
  "webhook_retried",
  "refund_settled",
] as const;
/** What happens in the merchant's own systems. */
const OWN_CHECKS = [
  "signatures_verified",
  "secrets_in_manager",
  "tokens_renewed_early",
  "server_errors_retried",
] as const;
export const GO_LIVE_CHECKS = [...SEEN_CHECKS, ...OWN_CHECKS] as const;
export type SeenCheck = (typeof SEEN_CHECKS)[number];
export type GoLiveCheck = (typeof GO_LIVE_CHECKS)[number];

/** The latest event or intent that shows it. */
export interface Evidence {
  at: number;
  intentId: string;
  /** It is null when it is not about one event. */
  eventId: string | null;
}

export type SeenEvidence = Record<SeenCheck, Evidence | null>;

export interface GoLive {
  merchantId: string;
  merchantStatus: Merchant["status"];
  environment: "sandbox" | "live";
  evidence: SeenEvidence;
}

/** Takes of each check the latest that any of these has. */
export function latestEvidence(found: readonly SeenEvidence[]): SeenEvidence {
  const latest = (check: SeenCheck) =>
    found.flatMap((each) => each[check] ?? []).sort((one, other) => other.at - one.at)[0] ?? null;
  return {
    payment_completed: latest("payment_completed"),
    webhook_delivered: latest("webhook_delivered"),
    webhook_retried: latest("webhook_retried"),
    refund_settled: latest("refund_settled"),
  };
}

export function isComplete(evidence: SeenEvidence): boolean {
  return SEEN_CHECKS.every((check) => evidence[check] !== null);
}
