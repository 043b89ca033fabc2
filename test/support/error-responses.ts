import { expect } from "vitest";
import { type ApiResponse, docsUrl } from "./api.ts";

/** Checks the whole response of an error that is not about fields. */
export function expectFailure(
  response: ApiResponse,
  status: number,
  code: string,
  error: string,
  more: object = {},
): void {
  expect({ status: response.status, body: response.body }).toEqual({
    status,
    body: {
      success: false,
      error,
      code,
      request_id: response.headers.get("X-Request-Id"),
      docs_url: docsUrl(code),
      ...more,
    },
  });
}

/** Checks the whole response of a 400 that names one field. */
export function expectInvalid(response: ApiResponse, field: string, message?: string): void {
  expect({ status: response.status, body: response.body }).toEqual({
    status: 400,
    body: {
      success: false,
      error: message === undefined ? expect.stringMatching(`^${field} .`) : `${field} ${message}`,
      code: "invalid_request",
      request_id: response.headers.get("X-Request-Id"),
      docs_url: docsUrl("invalid_request"),
      details: [{ field, message: message ?? expect.stringMatching(/./) }],
    },
  });
}

export function expectIntentNotFound(response: ApiResponse): void {
  expectFailure(response, 404, "payment_intent_not_found", "Payment intent not found");
}

/** RFC 6750 §3: what was wrong, in words; nothing, when there were no credentials. */
const CHALLENGE = /^Bearer( error="invalid_(request|token)", error_description="[^"]+")?$/;

export function expectUnauthorized(response: ApiResponse, context?: string): void {
  expect(response.headers.get("WWW-Authenticate"), context).toMatch(CHALLENGE);
  expect(response.status, context).toBe(401);
  expect(response.body, context).toEqual({
    success: false,
    error: "Unauthorized",
    code: "unauthorized",
    request_id: response.headers.get("X-Request-Id"),
    docs_url: docsUrl("unauthorized"),
  });
}
