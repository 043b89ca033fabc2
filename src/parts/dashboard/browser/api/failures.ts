/** The service refused, or failed. Its own words are left out: `failure-words.ts` has those for people. */
export class ServiceFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The names of the fields in which something is wrong. */
  readonly fields: readonly string[];

  constructor(
    status: number,
    failure: { code: string; requestId: string | null; fields: readonly string[] },
  ) {
    super(failure.code);
    this.status = status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.fields = failure.fields;
  }
}

/** No response: it is unknown whether the request took effect. */
export class ConnectionFailure extends Error {}

/** Reads a response that is not a success. What a proxy sends in the service's place need not be JSON. */
export function failureFrom(status: number, body: string, requestId: string | null): ServiceFailure {
  const parsed = parse(body);
  return new ServiceFailure(status, {
    code: typeof parsed.code === "string" ? parsed.code : "unexpected_response",
    requestId: typeof parsed.request_id === "string" ? parsed.request_id : requestId,
    fields: Array.isArray(parsed.details) ? parsed.details.map(({ field }) => nameOf(field)) : [],
  });
}

/** `webhook_events[0]` is in the field `webhook_events`. */
function nameOf(field: unknown): string {
  return String(field).split(/[.[]/)[0] ?? "";
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
