import { expect } from "vitest";
import type { Answer } from "./api.ts";

/** The whole answer of a failure that is not about fields. */
export function expectFailure(answer: Answer, status: number, code: string, error: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { success: false, error, code, request_id: answer.headers.get("X-Request-Id") },
  });
}

/** The whole answer of a 400 that names one field. */
export function expectInvalid(answer: Answer, field: string, message?: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 400,
    body: {
      success: false,
      error: message === undefined ? expect.stringMatching(`^${field} .`) : `${field} ${message}`,
      code: "invalid_request",
      request_id: answer.headers.get("X-Request-Id"),
      details: [{ field, message: message ?? expect.stringMatching(/./) }],
    },
  });
}

export function expectIntentNotFound(answer: Answer): void {
  expectFailure(answer, 404, "payment_intent_not_found", "Payment intent not found");
}

export function expectUnauthorized(answer: Answer, context?: string): void {
  expect(answer.headers.get("WWW-Authenticate"), context).toBe("Bearer");
  expect(answer.status, context).toBe(401);
  expect(answer.body, context).toEqual({
    success: false,
    error: "Unauthorized",
    code: "unauthorized",
    request_id: answer.headers.get("X-Request-Id"),
  });
}
