// What the service has refused, in the reader's language: its own words are for programs.
import type { shell } from "./messages/en/shell.ts";

type Words = typeof shell.failures;

const BY_CODE: Record<string, Exclude<keyof Words, "fields">> = {
  account_not_found: "refundRefused",
  cannot_be_invited: "notInvitable",
  counter_not_active: "counterInactive",
  currency_mismatch: "refundRefused",
  expired: "changed",
  forbidden: "notAllowed",
  idempotency_key_reused: "changed",
  insufficient_merchant_funds: "shopBalance",
  last_owner: "lastOwner",
  merchant_missing: "notAllowed",
  merchant_not_active: "stopped",
  merchant_suspended: "stopped",
  no_wallet: "refundRefused",
  not_executed: "refundRefused",
  payment_in_progress: "paying",
  rate_limited: "busy",
  recovery_in_progress: "busy",
  refunds_stopped: "refundsStopped",
  too_many_approvals: "busy",
  too_many_invitations: "tooManyInvitations",
  too_many_rejections: "busy",
  unknown_currency: "refundRefused",
  webhook_body_deleted: "gone",
};

/** What codes of a kind have in common, where no other word is meant. */
const BY_KIND: readonly [RegExp, Exclude<keyof Words, "fields">][] = [
  [/_not_found$/, "gone"],
  [/^(already|not)_/, "changed"],
  [/^no_webhook_/, "noAddress"],
  [/_required$/, "notAllowed"],
  [/^too_many_/, "limitReached"],
];

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
  const [, ofKind] = BY_KIND.find(([kind]) => kind.test(code)) ?? [];
  const word = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : ofKind;
  return words[word ?? (status >= 500 ? "unavailable" : "other")];
}

/** Beside the field. */
export function fieldWords(field: string, { fields }: Words, isEmpty = false): string {
  if (isEmpty) return fields.empty;
  return fields[(Object.hasOwn(BY_FIELD, field) && BY_FIELD[field]) || "other"];
}
