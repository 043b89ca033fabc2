// A merchant over plain HTTP that insists: a call whose answer is lost with the service is made again.
import { readDevVars } from "../dev-vars.ts";
import { BASE_URL, sleep } from "./service.ts";

const TOKEN_LIFETIME_MS = 200_000;
const GIVE_UP_MS = 120_000;

export interface Merchant {
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
  rotateSecret(): Promise<string>;
  /** Creates an intent and has it paid; returns when the payment was answered. */
  pay(fields?: object): Promise<{ intentId: string; askedAt: number; respondedAt: number }>;
}

export async function registerMerchant(name: string): Promise<Merchant> {
  const { ADMIN_CLIENT_ID: clientId = "", ADMIN_CLIENT_SECRET: clientSecret = "" } = readDevVars();
  const admin = await takeToken(clientId, clientSecret);
  const registered = await send<{ client_id: string; client_secret: string }>(
    "POST",
    "/merchant/api/v1/register",
    admin,
    { email: `chaos-${crypto.randomUUID()}@example.com`, business_name: name },
  );
  const token = keepToken(registered.client_id, registered.client_secret);
  const call = async <Body>(method: string, path: string, body?: object) =>
    await insist(async () => await send<Body>(method, path, await token(), body));
  return {
    call,
    rotateSecret: async () => {
      const path = "/merchant/api/v1/webhook/rotate-secret";
      return (await call<{ webhook_secret: string }>("POST", path, {})).webhook_secret;
    },
    pay: (fields = {}) => pay(call, fields),
  };
}

async function pay(call: Merchant["call"], fields: object) {
  type ResponseSpec = { payment_intent: { id: string; status: string } };
  const intents = "/merchant/api/v1/payment-intents";
  const { payment_intent: intent } = await call<ResponseSpec>("POST", intents, { amount: 12.5, ...fields });
  const askedAt = Date.now();
  try {
    await call<ResponseSpec>("POST", `/sandbox/v1/payment-intents/${intent.id}/simulate`, { action: "pay" });
  } catch (error) {
    // The answer may have been lost, and the payment made.
    const { payment_intent: now } = await call<ResponseSpec>("GET", `${intents}/${intent.id}`);
    if (now.status !== "completed") throw error;
  }
  return { intentId: intent.id, askedAt, respondedAt: Date.now() };
}

/** Refusals are final; everything else passes. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await ask();
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
  const text = `${method} ${path} answered ${response.status}: ${json.error}`;
  throw response.status < 500 ? new Refusal(text) : new Error(text);
}

function keepToken(clientId: string, clientSecret: string): () => Promise<string> {
  let kept = { token: "", until: 0 };
  return async () => {
    if (Date.now() > kept.until) {
      kept = { token: await takeToken(clientId, clientSecret), until: Date.now() + TOKEN_LIFETIME_MS };
    }
    return kept.token;
  };
}

async function takeToken(clientId: string, clientSecret: string): Promise<string> {
  const path = "/realms/payment-platform/protocol/openid-connect/token";
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams({ grant_type: "client_credentials", ...credentials });
  const response = await fetch(BASE_URL + path, {
    method: "POST",
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${response.status}`);
  return token;
}
