// Counters as merchants make them: over HTTP, with credentials and secrets of their own.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type Answer, BASE_URL, call, fetchToken } from "./api.ts";
import { MERCHANT_API } from "./factories.ts";

export const COUNTERS = `${MERCHANT_API}/counters`;

export interface RegisteredCounter {
  id: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: the counter's JSON, as it came
  counter: any;
}

type Caller = { token: string };

export function postCounter({ token }: Caller, json: unknown): Promise<Answer> {
  return call("POST", COUNTERS, { token, json });
}

export async function registerCounter(
  merchant: Caller,
  fields: Record<string, unknown> = {},
): Promise<RegisteredCounter> {
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

export function readCounter({ token }: Caller, id: string): Promise<Answer> {
  return call("GET", `${COUNTERS}/${id}`, { token });
}

export function listCounters({ token }: Caller): Promise<Answer> {
  return call("GET", COUNTERS, { token });
}

export function updateCounter({ token }: Caller, id: string, json: unknown): Promise<Answer> {
  return call("PUT", `${COUNTERS}/${id}`, { token, json });
}

export function deactivateCounter({ token }: Caller, id: string): Promise<Answer> {
  return call("DELETE", `${COUNTERS}/${id}`, { token });
}

export function rotateCounterSecret({ token }: Caller, id: string, json?: unknown): Promise<Answer> {
  return call("POST", `${COUNTERS}/${id}/rotate-secret`, { token, ...(json === undefined ? {} : { json }) });
}

/** The token endpoint's answer to client credentials, whatever it is. */
export async function askForToken(clientId: string, clientSecret: string) {
  const response = await exports.default.fetch(
    `${BASE_URL}/realms/payment-platform/protocol/openid-connect/token`,
    {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      }),
    },
  );
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}
