/** Why a use case was refused, besides the refusals of the intent itself. */
export type Refusal =
  | "merchant_not_active"
  | "counter_not_active"
  | "foreign_counter"
  | "unknown_counter"
  | "email_taken"
  | "no_webhook_url"
  | "delivery_not_found"
  | "no_webhook_target"
  | "no_qr_code"
  | "idempotency_key_reused"
  | "merchant_not_found"
  | "counter_not_found"
  | "unknown_scan_token"
  | "too_many_approvals"
  | "not_awaiting_approval"
  | "database_unavailable";
