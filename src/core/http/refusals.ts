// Maps each refusal to status and text, in one place. A refusal without a row does not compile.

import type { ContentfulStatusCode } from "hono/utils/http-status";
import { addRows } from "#core/domain/open-list.ts";
import type { IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import type { FieldFault, Result } from "#core/domain/result.ts";
import type { AccessRefusal } from "#core/domain/sessions/actor-identity.ts";
import type { BodyFault } from "#core/lib/text-body.ts";
import type { Refusal as ServiceRefusal } from "#core/services/refusal.ts";
import { ApiError, invalid } from "./errors.ts";

declare global {
  /** The parts' refusals: each part names its own here, beside their responses. */
  interface PartRefusals {}
  /** What only the sandbox refuses. */
  interface SandboxRefusals {}
}

type CoreRefusal =
  | IntentRefusal
  | AccessRefusal
  | ServiceRefusal
  | BodyFault
  | "cancel_in_progress"
  | "cross_site_request"
  | "invalid_signature"
  | "logo_not_found"
  | "logo_too_large"
  | "not_png"
  | "query_not_utf8"
  | "rate_limited"
  | "unsupported_media_type"
  | "upgrade_required";
export type Refusal = CoreRefusal | keyof PartRefusals | keyof SandboxRefusals;

export interface RefusalResponse {
  status: ContentfulStatusCode;
  message: string;
  /** The refusal's own name where this is left out. */
  code?: string;
  /** Makes it an invalid field of the request. */
  field?: string;
  headers?: Record<string, string>;
}

const withStatus =
  (status: ContentfulStatusCode) =>
  (message: string): RefusalResponse => ({ status, message });
export const forbidden = withStatus(403);
export const notFound = withStatus(404);
export const conflict = withStatus(409);
export const unprocessable = withStatus(422);
export const invalidField = (field: string, message: string): RefusalResponse => ({
  status: 400,
  message,
  field,
});
export const tryLater = (seconds: number, message: string): RefusalResponse => ({
  status: 429,
  message,
  headers: { "Retry-After": String(seconds) },
});

const CORE_RESPONSES: Record<
  Exclude<CoreRefusal, keyof PartRefusals | keyof SandboxRefusals>,
  RefusalResponse
> = {
  unknown_cursor: invalidField("cursor", "must be a next_cursor of this list"),
  too_many_places: invalidField(
    "merchant_id",
    "is required: all entries are in too many databases to read at once",
  ),
  not_found: { status: 404, message: "Payment intent not found", code: "payment_intent_not_found" },
  not_pending: { status: 400, message: "only pending payment intents can be cancelled" },
  not_open: conflict("payment intent is not open any more"),
  payment_in_progress: conflict("a payment of this intent is under way"),
  // Part of the interface: every refusal of a cancellation has status 400.
  cancel_in_progress: {
    status: 400,
    message: "a payment of this intent is under way",
    code: "payment_in_progress",
  },
  approval_required: conflict("this payment intent waits for its customer's approval"),
  not_payable: conflict("the merchant takes no payments at the moment"),
  already_paid: conflict("payment intent is already paid"),
  already_cancelled: conflict("payment intent is cancelled"),
  expired: { status: 410, message: "payment intent has expired" },
  not_completed: { status: 400, message: "only completed payments can be refunded" },
  already_refunded: conflict("refund already issued for this payment"),
  no_wallet: unprocessable("payment has no associated user wallet to refund"),
  insufficient_funds: { status: 402, message: "Insufficient funds" },
  insufficient_merchant_funds: unprocessable("merchant balance is too low to refund this payment"),
  account_not_found: unprocessable("the ledger does not know the wallet"),
  declined_recently: tryLater(
    1,
    "the ledger has declined this wallet's payment; try again later, or at once with enough money",
  ),
  currency_mismatch: unprocessable("the wallet does not hold this currency"),
  not_executed: unprocessable("the ledger did not execute this transfer"),
  unknown_currency: unprocessable("the currency of this payment intent is not known any more"),
  ledger_event_mismatch: unprocessable(
    "kind, accounts, amount or currency are not those of the payment intent's transfer",
  ),
  ledger_report_unexpected: conflict("the transaction contradicts what is recorded of this payment intent"),
  no_operation: conflict("no transfer of this payment intent is in progress"),
  transaction_exists: invalidField(
    "outcome",
    "is not declined: the ledger has a transaction of this operation, so send its transaction_id",
  ),
  keys_not_searchable: invalidField(
    "outcome",
    "cannot be confirmed: the ledger does not look up keys, so send a transaction_id",
  ),
  unknown_transaction: invalidField(
    "transaction_id",
    "must be the id of a transaction of such a kind in the ledger",
  ),
  foreign_transaction: invalidField(
    "transaction_id",
    "must be of this payment intent or movement: its kind, key, accounts, amount or currency differ",
  ),
  claimed_transaction: invalidField("transaction_id", "is recorded for another payment intent or movement"),
  unconfirmed_transaction: invalidField(
    "confirm",
    "must be the id of this payment intent or movement: the ledger does not say whose the transaction is",
  ),
  invalid_signature: { status: 401, message: "Unauthorized", headers: { "WWW-Authenticate": "Bearer" } },
  forbidden: forbidden("Forbidden"),
  cross_site_request: forbidden(
    "a session may be used only by this service's own pages: send an access token instead",
  ),
  merchant_missing: forbidden("merchant_id missing in token"),
  owner_required: forbidden("Only an owner of the merchant may do this"),
  sign_in_required: forbidden(
    "Client credentials cannot manage people or access: sign in to the dashboard as an owner",
  ),
  wallet_stopped: forbidden("This wallet is stopped"),
  merchant_suspended: forbidden("Merchant is suspended"),
  refunds_stopped: forbidden("Refunds of this merchant are stopped"),
  user_disabled: {
    status: 401,
    message: "Unauthorized",
    code: "unauthorized",
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token", error_description="the user is disabled"' },
  },
  merchant_not_active: forbidden("Merchant is not active"),
  counter_not_active: forbidden("Counter is not active"),
  foreign_counter: { status: 403, message: "Forbidden", code: "forbidden" },
  unknown_counter: invalidField("counter_id", "must be an active counter of this merchant"),
  counter_not_found: notFound("Payment intent not found"),
  till_not_found: notFound("Till not found"),
  unknown_pairing_code: invalidField("code", "is unknown, was used, or has expired: create a new one"),
  audit_entry_not_found: notFound("Audit entry not found"),
  user_not_enabled: conflict("the dashboard user is disabled"),
  user_exists: conflict("there is a user with this email already"),
  last_owner: conflict("the merchant's last owner must stay one: name another owner first"),
  cannot_be_invited: conflict("this email cannot be invited: use another one"),
  too_many_invitations: tryLater(
    3_600,
    "too many invitations by this merchant or to this email: try again later",
  ),
  too_many_users: conflict("a merchant may have 100 users: remove one first"),
  too_many_counters: conflict("a merchant may have 1000 active counters: deactivate one first"),
  user_not_found: notFound("User not found"),
  merchant_not_found: notFound("Merchant not found"),
  merchant_closed: conflict("the merchant is closed: activate it to reopen it"),
  merchant_not_closed: conflict("the merchant is not closed"),
  merchant_erased: conflict("the merchant's data is erased: it stays closed"),
  unknown_scan_token: invalidField("scan_token", "must be the token of a customer's QR code"),
  scan_token_expired: invalidField("scan_token", "has expired: scan the customer's code again"),
  scan_token_used: invalidField("scan_token", "is no longer valid: scan the customer's new code"),
  not_awaiting_approval: conflict("payment intent does not wait for approval"),
  foreign_wallet: forbidden("this merchant can act only for wallets that it has made"),
  too_many_approvals: tryLater(60, "too many open approvals for this customer"),
  too_many_rejections: tryLater(300, "too many requests to this customer were rejected or withdrawn"),
  wallet_not_found: notFound("Wallet not found"),
  operation_may_still_arrive: {
    status: 409,
    message: "a request of this operation may still arrive at the ledger: try again later",
    headers: { "Retry-After": "600" },
  },
  too_many_blocked_merchants: conflict("no more merchants can be blocked"),
  body_too_large: { status: 413, message: "request body must be at most 64 KB" },
  logo_too_large: { status: 413, message: "the logo must be at most 24 KB", code: "body_too_large" },
  not_png: { status: 415, message: "Content-Type must be image/png", code: "unsupported_media_type" },
  logo_not_found: notFound("Logo not found"),
  not_utf8: invalidField("body", "must be UTF-8"),
  query_not_utf8: invalidField("query", "must be UTF-8"),
  unsupported_media_type: { status: 415, message: "Content-Type must be application/json" },
  unsupported_charset: {
    status: 415,
    message: "charset must be UTF-8",
    code: "unsupported_media_type",
  },
  unsupported_encoding: {
    status: 415,
    message: "Content-Encoding must be identity",
    code: "unsupported_media_type",
    headers: { "Accept-Encoding": "identity" },
  },
  rate_limited: tryLater(60, "Too many requests"),
  unlisted_return_scheme: invalidField(
    "return_url",
    "must be https, or have a scheme that an owner of the merchant has listed",
  ),
  idempotency_key_reused: unprocessable(
    "this Idempotency-Key was used with another request; after a client secret has leaked, begin all keys with another prefix",
  ),
  upgrade_required: {
    status: 426,
    message: "this is a WebSocket: send Upgrade: websocket",
    headers: { Upgrade: "websocket" },
  },
  too_many_watchers: tryLater(60, "too many WebSockets are open for this payment intent: poll it instead"),
  no_qr_code: notFound("Payment intent has no QR code to pay"),
  delivery_not_found: notFound("Webhook delivery not found"),
  no_webhook_target: conflict("no endpoint is subscribed to this event"),
  webhook_body_deleted: conflict("the body of this webhook has been deleted, so it cannot be sent again"),
  recovery_in_progress: tryLater(
    60,
    "failed webhooks of this merchant were sent again less than a minute ago, or still are",
  ),
  no_webhook_url: conflict("no webhook address is set"),
  database_unavailable: { status: 503, message: "Service unavailable", headers: { "Retry-After": "5" } },
  email_taken: conflict("a merchant with this email is already registered"),
  email_refused: invalidField("email", "is refused by the identity provider"),
  registration_in_progress: conflict("a registration of this email has not ended: try again in two minutes"),
};

/** Complete once the parts are composed. */
export const responses: Partial<Record<Refusal, RefusalResponse>> = { ...CORE_RESPONSES };

/** Called once, where the parts are composed. */
export function addRefusals(ofParts: Record<keyof PartRefusals, RefusalResponse>): void {
  addRows(responses, ofParts);
}

/** Called once, by the sandbox. */
export function addSandboxRefusals(ofSandbox: Record<keyof SandboxRefusals, RefusalResponse>): void {
  addRows(responses, ofSandbox);
}

function responseTo(refusal: Refusal): RefusalResponse {
  const response = responses[refusal];
  if (response === undefined) throw new Error(`the part that refuses with ${refusal} is not composed`);
  return response;
}

export const REFUND_REFUSALS = [
  "not_completed",
  "refunds_stopped",
  "already_refunded",
  "no_wallet",
  "insufficient_merchant_funds",
  "account_not_found",
  "currency_mismatch",
  "not_executed",
  "unknown_currency",
] satisfies Refusal[];

/** The result's value. Throws its refusal. */
export function orThrow<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw refusalError(result.error, result.retryAfterMs, result);
}

interface Facts {
  details?: readonly FieldFault[];
  intentStatus?: string;
}

/** `retryAfterMs` replaces the refusal's own. */
export function refusalError(
  refusal: Refusal,
  retryAfterMs?: number,
  { details, intentStatus }: Facts = {},
): ApiError {
  const { status, message, code = refusal, field, headers: usual = {} } = responseTo(refusal);
  const headers =
    retryAfterMs === undefined ? usual : { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) };
  return field === undefined
    ? new ApiError(status, code, said(refusal, message, intentStatus), {
        headers,
        ...(details && { details }),
        ...(intentStatus && { intentStatus }),
      })
    : invalid([{ field, message }]);
}

/** The text of `not_completed` is part of the interface. */
function said(refusal: Refusal, message: string, intentStatus: string | undefined): string {
  const isOurs = intentStatus !== undefined && refusal !== "not_completed";
  return isOurs ? `${message}: this one is ${intentStatus}` : message;
}

export function cancelError(error: IntentRefusal | ServiceRefusal, facts: Facts): ApiError {
  return refusalError(error === "payment_in_progress" ? "cancel_in_progress" : error, undefined, facts);
}
