// Requests with an Idempotency-Key.

import { expect, vi } from "vitest";
import { type ApiResponse, type CallOptions, call, docsUrl } from "./api.ts";
import { SCAN } from "./approvals.ts";
import { INTENTS } from "./paths.ts";
import { rowsOf } from "./rows.ts";

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const UUID_V8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const KEY_FAULT = "must have 1 to 255 visible ASCII characters";

/** Header values; none starts or ends with white space, which is trimmed on the way. */
export const INVALID_KEYS = ["", "x".repeat(256), "a b", "a\tb", "a\u0001b", "a\u007fb", "schlüssel", "ключ"];

type Caller = { token: string };

export function newKey(): string {
  return `key-${crypto.randomUUID()}`;
}

/** The runtime warns about headers that are set to anything but ASCII: such a key takes its place on arrival. */
function keyHeader(key: string): Record<string, string> {
  if (Array.from(key).every((character) => character < "\u0080")) return { "Idempotency-Key": key };
  const placeholder = newKey();
  const { get } = Headers.prototype;
  vi.spyOn(Headers.prototype, "get").mockImplementation(function (this: Headers, name) {
    const value = get.call(this, name);
    return value === placeholder ? key : value;
  });
  return { "Idempotency-Key": placeholder };
}

export function createWithKey(key: string, { token }: Caller, json: unknown = { amount: 12.5 }) {
  return call("POST", INTENTS, { token, json, headers: keyHeader(key) });
}

export function scanWithKey(key: string, { token }: Caller, json: unknown) {
  return call("POST", SCAN, { token, json, headers: keyHeader(key) });
}

export function refundWithKey(key: string, { token }: Caller, intentId: string, texts: CallOptions = {}) {
  return call("POST", `${INTENTS}/${intentId}/refund`, { token, headers: keyHeader(key), ...texts });
}

export function isReplayed({ headers }: ApiResponse): boolean {
  return headers.get("Idempotent-Replayed") === "true";
}

/** Returns the id of the new intent. */
export function expectNew(response: ApiResponse): string {
  expect({ status: response.status, header: response.headers.get("Idempotent-Replayed") }).toEqual({
    status: 201,
    header: null,
  });
  return response.body.payment_intent.id;
}

export function expectReplay(response: ApiResponse, intent: ReplayedIntent): void {
  const warnings = endedWarnings(intent);
  expect({ status: response.status, body: response.body, isReplay: isReplayed(response) }).toEqual({
    status: 201,
    body: { success: true, payment_intent: intent, ...(warnings.length === 0 ? {} : { warnings }) },
    isReplay: true,
  });
}

interface ReplayedIntent {
  status: string;
  expires_at: string;
  cancelled_at: string;
}

/** What a replay says of an intent that nobody can pay any more. */
function endedWarnings(intent: ReplayedIntent): object[] {
  if (intent.status !== "expired" && intent.status !== "cancelled") return [];
  const ended =
    intent.status === "expired"
      ? `expired at ${intent.expires_at}`
      : `was cancelled at ${intent.cancelled_at}`;
  const message = `the payment intent under this key ${ended} and cannot be paid: use a new key for another attempt`;
  return [{ field: "Idempotency-Key", code: `payment_intent_${intent.status}`, message }];
}

/** A key that was used with another request, which differs in these fields. */
export function expectReused(
  { status, body, headers }: ApiResponse,
  id: string,
  fields: string[],
  made = "payment intent",
): void {
  expect({ status, body }).toEqual({
    status: 422,
    body: {
      success: false,
      error:
        "this Idempotency-Key was used with another request; after a client secret has leaked, begin all keys with another prefix",
      code: "idempotency_key_reused",
      request_id: headers.get("X-Request-Id"),
      docs_url: docsUrl("idempotency_key_reused"),
      details: [
        { field: "Idempotency-Key", message: `made ${made} ${id}` },
        ...fields.map((field) => ({ field, message: "is not what it was then" })),
      ],
    },
  });
}

export function tenTimes(request: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: 10 }, request));
}

/** How many intents the merchant has in D1. */
export async function countIntents(merchant: { id: string }): Promise<number | null> {
  return await rowsOf(merchant.id).value<number>(
    "SELECT count(*) AS count FROM payment_intents WHERE merchant_id = ?",
    merchant.id,
  );
}
