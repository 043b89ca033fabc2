import type { StandingRefusal } from "../domain/standing.ts";

/** Why a use case was refused, besides the refusals of the intent itself. */
export type Refusal =
  | "merchant_not_active"
  | StandingRefusal
  | "user_not_found"
  | "user_not_enabled"
  | "too_many_counters"
  | "foreign_counter"
  | "unknown_counter"
  | "email_taken"
  | "no_webhook_url"
  | "no_embedded_ledger"
  | "delivery_not_found"
  | "no_webhook_target"
  | "recovery_in_progress"
  | "no_qr_code"
  | "too_many_watchers"
  | "idempotency_key_reused"
  | "merchant_not_found"
  | "audit_entry_not_found"
  | "counter_not_found"
  | "unknown_scan_token"
  | "scan_token_expired"
  | "scan_token_used"
  | "too_many_approvals"
  | "too_many_rejections"
  | "too_many_blocked_merchants"
  | "not_awaiting_approval"
  | "foreign_wallet"
  | "unknown_transaction"
  | "foreign_transaction"
  | "database_unavailable";
