// A merchant over plain HTTP. It retries the calls that fail while the service is down.
import { setTimeout as sleep } from "node:timers/promises";
import { readDevVars } from "#scripts/dev-vars.ts";
import { type ClientCredentials, fetchToken } from "#scripts/fetch-token.ts";
import { BASE_URL } from "./service.ts";

const TOKEN_LIFETIME_MS = 200_000;
const RETRY_TIMEOUT_MS = 120_000;

export interface Merchant {
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
  rotateSecret(): Promise<string>;
  /** Creates an intent and pays it. The times are those of the payment's request and response. */
  pay(): Promise<{ intentId: string; requestedAt: number; respondedAt: number }>;
}

export async function registerMerchant(name: string): Promise<Merchant> {
  const registered = await registerAtPlatform(name);
  const token = cacheToken(registered);
  const call = async <Body>(method: string, path: string, body?: object) =>
    await retry(async () => await send<Body>(method, path, await token(), body));
  return {
    call,
    rotateSecret: async () => {
      const path = "/merchant/api/v1/webhook/rotate-secret";
      return (await call<{ webhook_secret: string }>("POST", path, {})).webhook_secret;
    },
    pay: () => pay(call),
  };
}

export interface Registered extends ClientCredentials {
  merchant_id: string;
}

/** What the platform's administrator does. */
export async function registerAtPlatform(name: string): Promise<Registered> {
  const body = { email: `chaos-${crypto.randomUUID()}@example.com`, business_name: name };
  return await callAsAdmin<Registered>("POST", "/merchant/api/v1/register", body);
}

export async function callAsAdmin<Body>(method: string, path: string, body?: object): Promise<Body> {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars();
  const token = await fetchToken(BASE_URL, { client_id, client_secret });
  return await send<Body>(method, path, token, body);
}

async function pay(call: Merchant["call"]) {
  type IntentResponse = { payment_intent: { id: string; status: string } };
  const intents = "/merchant/api/v1/payment-intents";
  const { payment_intent: intent } = await call<IntentResponse>("POST", intents, { amount: 12.5 });
  const requestedAt = Date.now();
  try {
    await call<IntentResponse>("POST", `/sandbox/v1/payment-intents/${intent.id}/simulate`, {
      action: "pay",
    });
  } catch (error) {
    // The payment may have succeeded although its response was lost.
    const { payment_intent: current } = await call<IntentResponse>("GET", `${intents}/${intent.id}`);
    if (current.status !== "completed") throw error;
  }
  return { intentId: intent.id, requestedAt, respondedAt: Date.now() };
}

/** Retries everything except refusals, which are final. */
async function retry<T>(operation: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (error instanceof Refusal || Date.now() > deadline) throw error;
      await sleep(500);
    }
  }
}

class Refusal extends Error {}

async function send<Body>(method: string, path: string, token: string, body?: object): Promise<Body> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const init = { method, headers, signal: AbortSignal.timeout(30_000) };
  const response = await fetch(
    BASE_URL + path,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  );
  const json = (await response.json()) as Body & { error?: string };
  if (response.ok) return json;
  const text = `${method} ${path} failed with ${response.status}: ${json.error}`;
  throw response.status < 500 ? new Refusal(text) : new Error(text);
}

function cacheToken(client: ClientCredentials): () => Promise<string> {
  let cached = { token: "", until: 0 };
  return async () => {
    if (Date.now() > cached.until) {
      cached = { token: await fetchToken(BASE_URL, client), until: Date.now() + TOKEN_LIFETIME_MS };
    }
    return cached.token;
  };
}
