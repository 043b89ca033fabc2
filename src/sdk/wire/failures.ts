// Generated from the OpenAPI document by npm run generate; do not edit.

/** For programs: stable. New codes may be added. */
export type FailureCode =
  | "account_not_found"
  | "already_cancelled"
  | "already_paid"
  | "already_refunded"
  | "approval_required"
  | "body_too_large"
  | "counter_not_active"
  | "counter_not_found"
  | "currency_mismatch"
  | "database_unavailable"
  | "delivery_not_found"
  | "email_taken"
  | "expired"
  | "forbidden"
  | "idempotency_key_reused"
  | "identity_provider_unavailable"
  | "insufficient_funds"
  | "insufficient_merchant_funds"
  | "internal_error"
  | "invalid_request"
  | "invalid_signature"
  | "ledger_unavailable"
  | "merchant_missing"
  | "merchant_not_active"
  | "merchant_not_found"
  | "no_qr_code"
  | "no_wallet"
  | "no_webhook_target"
  | "no_webhook_url"
  | "not_awaiting_approval"
  | "not_completed"
  | "not_open"
  | "not_pending"
  | "payment_in_progress"
  | "payment_intent_not_found"
  | "payment_intent_unavailable"
  | "rate_limited"
  | "service_unavailable"
  | "too_many_approvals"
  | "unauthorized"
  | "unsupported_media_type"
  | "method_not_allowed"
  | "route_not_found";

export interface FieldFault {
  field: string;
  message: string;
}
