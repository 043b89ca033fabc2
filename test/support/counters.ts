// Counters made over HTTP, with credentials and secrets of their own.
import { expect } from "vitest";
import { type ApiResponse, call, fetchToken } from "./api.ts";
import { ALL_EVENTS } from "./deliveries.ts";
import { MERCHANT_API } from "./paths.ts";

export const COUNTERS = `${MERCHANT_API}/counters`;

/** Fields, with the field at fault and its message, that both create and update refuse. */
export const COUNTER_FAULTS: [Record<string, unknown>, string, string?][] = [
  [{ name: "" }, "name"],
  [{ name: "   " }, "name"],
  [{ name: "x".repeat(201) }, "name", "must have at most 200 characters"],
  [{ name: "\u200b\u2060\u3164\u2800" }, "name", "must have a visible character"],
  [{ name: "Till\u202e1" }, "name", "must not contain characters that reorder text"],
  [{ name: 5 }, "name", "must be a string"],
  [{ name: ["Till"] }, "name", "must be a string"],
  [{ location: 5 }, "location", "must be a string"],
  [{ location: "x".repeat(201) }, "location", "must have at most 200 characters"],
  [{ webhook_url: "" }, "webhook_url", "must be a URL"],
  [{ webhook_url: "till" }, "webhook_url", "must be a URL"],
  [{ webhook_url: 5 }, "webhook_url", "must be a string"],
  [{ webhook_url: "ftp://till.test" }, "webhook_url", "must be an https URL"],
  [{ webhook_url: "javascript:alert(1)" }, "webhook_url", "must be an https URL"],
  [{ webhook_url: "https://user:secret@till.test" }, "webhook_url", "must not contain credentials"],
  [
    { webhook_url: `https://till.test/${"x".repeat(2031)}` },
    "webhook_url",
    "must have at most 2048 characters",
  ],
  [{ webhook_events: "payment.completed" }, "webhook_events", "must be an array"],
  [{ webhook_events: ["*"] }, "webhook_events.0", `must be one of ${ALL_EVENTS.join(", ")}`],
  [{ webhook_events: ["payment.completed", 5] }, "webhook_events.1"],
  [{ can_refund: "true" }, "can_refund", "must be a boolean"],
  [{ reads_own_only: 1 }, "reads_own_only", "must be a boolean"],
];

export interface TestCounter {
  id: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: the counter's JSON as received
  counter: any;
}

type Caller = { token: string };

export function postCounter({ token }: Caller, json: unknown): Promise<ApiResponse> {
  return call("POST", COUNTERS, { token, json });
}

export async function makeCounter(
  merchant: Caller,
  fields: Record<string, unknown> = {},
): Promise<TestCounter> {
  const { status, body } = await postCounter(merchant, { name: "Till 1", ...fields });
  expect(status).toBe(201);
  return {
    id: body.counter.id,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    webhookSecret: body.webhook_secret,
    token: await fetchToken(body.client_id, body.client_secret),
    counter: body.counter,
  };
}

export function readCounter({ token }: Caller, id: string): Promise<ApiResponse> {
  return call("GET", `${COUNTERS}/${id}`, { token });
}

export function listCounters({ token }: Caller): Promise<ApiResponse> {
  return call("GET", COUNTERS, { token });
}

export function updateCounter({ token }: Caller, id: string, json: unknown): Promise<ApiResponse> {
  return call("PUT", `${COUNTERS}/${id}`, { token, json });
}

export function deactivateCounter({ token }: Caller, id: string): Promise<ApiResponse> {
  return call("DELETE", `${COUNTERS}/${id}`, { token });
}

export function rotateCounterSecret({ token }: Caller, id: string, json?: unknown): Promise<ApiResponse> {
  return call("POST", `${COUNTERS}/${id}/rotate-secret`, { token, ...(json === undefined ? {} : { json }) });
}

/** An inactive counter whose token has not yet expired. */
export async function makeInactiveCounter(merchant: Caller): Promise<TestCounter> {
  const counter = await makeCounter(merchant);
  expect((await deactivateCounter(merchant, counter.id)).status).toBe(200);
  return counter;
}
