import type { RestrictionsRefusal } from "#core/domain/merchants/restrictions.ts";
import { err, type Result } from "#core/domain/result.ts";

/** Why a use case was refused, besides the refusals of the intent itself. */
export type Refusal =
  | "merchant_not_active"
  | RestrictionsRefusal
  | keyof PartRefusals
  | keyof SandboxRefusals
  | "operation_may_still_arrive"
  | "wallet_stopped"
  | "wallet_not_found"
  | "user_not_found"
  | "user_not_enabled"
  | "user_exists"
  | "last_owner"
  | "cannot_be_invited"
  | "too_many_invitations"
  | "too_many_users"
  | "too_many_counters"
  | "foreign_counter"
  | "unlisted_return_scheme"
  | "unknown_counter"
  | "email_taken"
  | "email_refused"
  | "registration_in_progress"
  | "no_webhook_url"
  | "delivery_not_found"
  | "no_webhook_target"
  | "webhook_body_deleted"
  | "recovery_in_progress"
  | "no_qr_code"
  | "too_many_watchers"
  | "idempotency_key_reused"
  | "merchant_not_found"
  | "merchant_closed"
  | "merchant_not_closed"
  | "merchant_erased"
  | "audit_entry_not_found"
  | "counter_not_found"
  | "till_not_found"
  | "unknown_pairing_code"
  | "unknown_scan_token"
  | "scan_token_expired"
  | "scan_token_used"
  | "too_many_approvals"
  | "too_many_rejections"
  | "too_many_blocked_merchants"
  | "unknown_cursor"
  | "too_many_places"
  | "not_awaiting_approval"
  | "foreign_wallet"
  | "unknown_transaction"
  | "foreign_transaction"
  | "claimed_transaction"
  | "unconfirmed_transaction"
  | "database_unavailable";

/** `made`: what the first request under the key has made. Only who has sent that one can send this one. */
export function keyReused(
  made: string,
  differing: readonly string[],
): Result<never, "idempotency_key_reused"> {
  const details = [
    { field: "Idempotency-Key", message: `made ${made}` },
    ...differing.map((field) => ({ field, message: "is not what it was then" })),
  ];
  return { ...err("idempotency_key_reused"), details };
}
