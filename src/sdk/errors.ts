import type { FailureCode, FieldFault } from "./wire/failures.ts";
import type { Environment, PaymentIntent, PaymentIntentStatus } from "./wire/payment-intents.ts";

/** What the errors say about the request that failed. */
export interface FailedRequest {
  method: string;
  /** The path without the query. */
  path: string;
  /** Identifies the request in the service's logs: quote it when you ask for help. */
  requestId: string | null;
}

class RequestError extends Error implements FailedRequest {
  readonly method: string;
  readonly path: string;
  readonly requestId: string | null;

  constructor({ method, path, requestId }: FailedRequest, outcome: string, options?: { cause: unknown }) {
    super(`${method} ${path} ${outcome}${requestId === null ? "" : ` (request_id ${requestId})`}`, options);
    this.method = method;
    this.path = path;
    this.requestId = requestId;
  }
}

/**
 * The service or the identity provider responded with an error. `message` names the request, for logs; it may
 * change.
 */
export class PaymentsApiError extends RequestError {
  override readonly name = "PaymentsApiError";
  /** The HTTP status. */
  readonly status: number;
  /**
   * Stable: write code against it. `unexpected_response` when the response carries no code, as from a proxy;
   * OAuth's codes, such as `invalid_client`, when there was no token.
   */
  readonly code: FailureCode | (string & {});
  /** The service's own text, without the request. */
  readonly text: string;
  /** The invalid fields of the request, if any. */
  readonly details: readonly FieldFault[];
  /** What the code means and what to do; null when the response does not say. */
  readonly docsUrl: string | null;
  /** What the payment intent is now, where its status is why, as with `not_pending`. */
  readonly paymentIntentStatus: PaymentIntentStatus | null;
  /** How long to wait before the next attempt, from the `Retry-After` header. */
  readonly retryAfterMs: number | null;

  constructor(
    request: FailedRequest,
    failure: Pick<
      PaymentsApiError,
      "status" | "code" | "text" | "details" | "docsUrl" | "paymentIntentStatus" | "retryAfterMs"
    >,
  ) {
    super(request, `failed with ${failure.status} ${failure.code}: ${failure.text}`);
    this.status = failure.status;
    this.code = failure.code;
    this.text = failure.text;
    this.details = failure.details;
    this.paymentIntentStatus = failure.paymentIntentStatus;
    this.docsUrl = failure.docsUrl;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/**
 * There was no response, or one that could not be read, so it is unknown whether the request took effect.
 * `cause` is the underlying error, if any. `requestId` is null when there was no response.
 */
export class PaymentsConnectionError extends RequestError {
  override readonly name = "PaymentsConnectionError";

  constructor(request: FailedRequest, fault: string, options?: { cause: unknown }) {
    super(request, `failed: ${fault}`, options);
  }
}

/** The service is not of the environment that `expectEnvironment` names: addresses or secrets are mixed up. */
export class PaymentsEnvironmentError extends Error {
  override readonly name = "PaymentsEnvironmentError";
  readonly code = "wrong_environment";
  readonly expected: Environment;
  /** Null when what was received does not say. */
  readonly found: string | null;

  constructor(what: string, expected: Environment, found: string | null) {
    super(
      `${what} ${found === null ? "does not say its environment" : `is of ${found}`}, not of ${expected}`,
    );
    this.expected = expected;
    this.found = found;
  }
}

/** The payment intent was not settled or refunded within the `timeoutMs` of the wait. */
export class PaymentsTimeoutError extends Error {
  override readonly name = "PaymentsTimeoutError";
}

/** `create` or `scanPayment` was repeated under the key of a payment intent that has ended: it needs a new key. */
export class PaymentsEndedError extends Error {
  override readonly name = "PaymentsEndedError";
  /** Its status is `expired` or `cancelled`. */
  readonly paymentIntent: PaymentIntent;

  constructor(paymentIntent: PaymentIntent, message: string) {
    super(message);
    this.paymentIntent = paymentIntent;
  }
}

/** `waitUntilRefunded` found no refund: none was requested, or the ledger refused it. */
export class PaymentsRefundError extends Error {
  override readonly name = "PaymentsRefundError";
}

export type WebhookFault =
  | "missing_header"
  | "malformed_timestamp"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "no_matching_signature"
  | "malformed_body"
  | "wrong_environment";

/** The webhook cannot be trusted. `reason` says which check failed, without the values that were compared. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
