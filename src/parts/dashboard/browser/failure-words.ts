// What the service has refused, in the reader's language: its own words are for programs.
import type { shell } from "./messages/en/shell.ts";

type Words = typeof shell.failures;

const BY_CODE: Record<string, Exclude<keyof Words, "fields">> = {
  account_not_found: "refundRefused",
  already_paid: "changed",
  already_refunded: "changed",
  cannot_be_invited: "notInvitable",
  counter_not_active: "counterInactive",
  counter_not_found: "gone",
  currency_mismatch: "refundRefused",
  delivery_not_found: "gone",
  expired: "changed",
  forbidden: "notAllowed",
  idempotency_key_reused: "changed",
  insufficient_merchant_funds: "shopBalance",
  last_owner: "lastOwner",
  merchant_missing: "notAllowed",
  merchant_not_active: "stopped",
  merchant_not_found: "gone",
  merchant_suspended: "stopped",
  no_wallet: "refundRefused",
  no_webhook_target: "noAddress",
  no_webhook_url: "noAddress",
  not_awaiting_approval: "changed",
  not_completed: "changed",
  not_executed: "refundRefused",
  not_pending: "changed",
  owner_required: "notAllowed",
  payment_in_progress: "paying",
  payment_intent_not_found: "gone",
  rate_limited: "busy",
  recovery_in_progress: "busy",
  refunds_stopped: "refundsStopped",
  sign_in_required: "notAllowed",
  till_not_found: "gone",
  too_many_approvals: "busy",
  too_many_counters: "limitReached",
  too_many_invitations: "tooManyInvitations",
  too_many_rejections: "busy",
  too_many_users: "limitReached",
  unknown_currency: "refundRefused",
  user_not_found: "gone",
  webhook_body_deleted: "gone",
};

const BY_FIELD: Record<string, keyof Words["fields"]> = {
  amount: "amount",
  from: "days",
  to: "days",
  callback_url: "address",
  return_url: "address",
  webhook_url: "address",
  email: "email",
  scan_token: "code",
};

interface Failure {
  status: number;
  code: string;
  /** Something is wrong in these. */
  fields: readonly string[];
}

export function failureWords({ status, code, fields }: Failure, words: Words): string {
  const known = fields.find((field) => Object.hasOwn(BY_FIELD, field));
  if (known !== undefined) return fieldWords(known, words);
  const word = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  return words[word ?? (status >= 500 ? "unavailable" : "other")];
}

/** Beside the field. */
export function fieldWords(field: string, { fields }: Words, isEmpty = false): string {
  if (isEmpty) return fields.empty;
  return fields[(Object.hasOwn(BY_FIELD, field) && BY_FIELD[field]) || "other"];
}
