import type { FieldFault } from "./wire/common.ts";

/** The service, or the identity provider, has refused or failed. `code` is stable; `message` is for people. */
export class PaymentsApiError extends Error {
  override readonly name = "PaymentsApiError";
  readonly status: number;
  readonly code: string;
  readonly details: readonly FieldFault[];
  /** Names this failure in the service's logs. */
  readonly requestId: string | null;
  /** How long the service asks to wait before trying again. */
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

/** No answer came, or none that can be read: whether the request was carried out is unknown. `cause` says why. */
export class PaymentsConnectionError extends Error {
  override readonly name = "PaymentsConnectionError";
}

/** The payment intent was still open when the time given to `waitUntilSettled` was over. */
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

/** The webhook is not to be trusted. `reason` says which check failed, and nothing of what was compared. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
