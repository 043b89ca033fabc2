import { isoTime } from "#core/lib/time.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import {
  GO_LIVE_CHECKS,
  type GoLive,
  type GoLiveCheck,
  isComplete,
  SEEN_CHECKS,
  type SeenCheck,
  type SeenEvidence,
} from "../domain/go-live.ts";

const MEANINGS: Record<GoLiveCheck, { meaning: string; action: string }> = {
  payment_completed: {
    meaning: "A payment was completed.",
    action: "Create a payment intent and pay it with a wallet of the sandbox.",
  },
  webhook_delivered: {
    meaning: "Your endpoint responded to a signed webhook with a 2xx.",
    action: "Set a webhook address of your own with PUT /webhook, then complete a payment.",
  },
  webhook_retried: {
    meaning: "A webhook that your endpoint had refused, or not received, was delivered by a retry.",
    action: "Let your endpoint respond to a webhook with 503 once, and to the next attempt with 200.",
  },
  refund_settled: {
    meaning: "The ledger settled a refund.",
    action: "Refund a completed payment with POST /payment-intents/{id}/refund.",
  },
  signatures_verified: {
    meaning: "Your endpoint refuses a webhook whose signature is wrong.",
    action: "Send your endpoint a webhook with a changed body: it must respond with a 4xx and do nothing.",
  },
  secrets_in_manager: {
    meaning: "Client secrets and webhook secrets are in a secrets manager.",
    action: "Move them there, and rotate each one that was ever in code or in a chat.",
  },
  tokens_renewed_early: {
    meaning: "Your systems renew access tokens at least 30 seconds before they expire.",
    action: "Renew by `expires_in`, not after a 401.",
  },
  server_errors_retried: {
    meaning: "Your systems repeat requests that got a 5xx, with backoff and the same Idempotency-Key.",
    action: "Let a test respond with 503 in place of this service, and see one payment intent in the end.",
  },
};

export function presentGoLive({ merchantId, merchantStatus, environment, evidence }: GoLive): Wire<"GoLive"> {
  return {
    merchant_id: merchantId,
    merchant_status: merchantStatus,
    environment,
    is_complete: isComplete(evidence),
    checks: GO_LIVE_CHECKS.map((check) => presentCheck(check, evidence)),
  };
}

function presentCheck(check: GoLiveCheck, evidence: SeenEvidence): Wire<"GoLiveCheckResult"> {
  const { meaning, action } = MEANINGS[check];
  if (!isSeen(check)) return { check, state: "yours_to_confirm", meaning, action, ...NO_EVIDENCE };
  const found = evidence[check];
  if (found === null) return { check, state: "missing", meaning, action, ...NO_EVIDENCE };
  const { at, intentId, eventId } = found;
  const shown = { seen_at: isoTime(at), payment_intent_id: intentId, event_id: eventId };
  return { check, state: "passed", meaning, action: null, ...shown };
}

const NO_EVIDENCE = { seen_at: null, payment_intent_id: null, event_id: null };

function isSeen(check: GoLiveCheck): check is SeenCheck {
  return (SEEN_CHECKS as readonly string[]).includes(check);
}
