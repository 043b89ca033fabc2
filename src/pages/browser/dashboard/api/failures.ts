import type { FieldFault } from "../../../../sdk/index.ts";

/** The service refused, or failed. */
export class ServiceFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: readonly FieldFault[];

  constructor(
    status: number,
    failure: { code: string; text: string; requestId: string | null; details: readonly FieldFault[] },
  ) {
    super(failure.text);
    this.status = status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.details = failure.details;
  }
}

/** No response: it is unknown whether the request took effect. */
export class ConnectionFailure extends Error {}

/** From a response that is not a success. What a proxy sends in the service's place need not be JSON. */
export function failureFrom(status: number, body: string, requestId: string | null): ServiceFailure {
  const parsed = parse(body);
  return new ServiceFailure(status, {
    code: typeof parsed.code === "string" ? parsed.code : "unexpected_response",
    text: typeof parsed.error === "string" ? parsed.error : `HTTP ${status}`,
    requestId: typeof parsed.request_id === "string" ? parsed.request_id : requestId,
    details: Array.isArray(parsed.details) ? parsed.details : [],
  });
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
