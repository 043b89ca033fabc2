import type { FieldFault } from "./wire/common.ts";

/** The service or the identity provider responded with an error. `message` is for people and may change. */
export class PaymentsApiError extends Error {
  override readonly name = "PaymentsApiError";
  /** The HTTP status. */
  readonly status: number;
  /** Stable. `unexpected_response` when the response carries no code, as from a proxy. */
  readonly code: string;
  /** The invalid fields of the request, if any. */
  readonly details: readonly FieldFault[];
  /** Identifies the request in the service's logs. */
  readonly requestId: string | null;
  /** How long to wait before the next attempt, from the `Retry-After` header. */
  readonly retryAfterMs: number | null;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    details: readonly FieldFault[];
    requestId: string | null;
    retryAfterMs: number | null;
  }) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details;
    this.requestId = failure.requestId;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/**
 * There was no response, or one that could not be read, so it is unknown whether the request took effect.
 * `cause` is the underlying error, if any.
 */
export class PaymentsConnectionError extends Error {
  override readonly name = "PaymentsConnectionError";
}

/** The payment intent was still open when the `timeoutMs` of `waitUntilSettled` had passed. */
export class PaymentsTimeoutError extends Error {
  override readonly name = "PaymentsTimeoutError";
}

export type WebhookFault =
  | "missing_header"
  | "malformed_timestamp"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "no_matching_signature"
  | "malformed_body";

/** The webhook cannot be trusted. `reason` says which check failed, without the values that were compared. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
