// A shop as its owner has opened it, and what anybody may try at the token endpoint.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { adminToken, BASE_URL, call, fetchToken } from "../support/api.ts";
import { MERCHANT_API, type TestMerchant } from "../support/factories.ts";
import { TOKEN_PATH } from "../support/identity-provider.ts";
import { PASSWORD, passwordForm, uniqueEmail } from "../support/identity-provider-users.ts";

const AT_ONCE = 16;

export interface Shop extends TestMerchant {
  clientSecret: string;
  /** Of its user at the dashboard, whose password is PASSWORD. */
  email: string;
}

export async function openShop(): Promise<Shop> {
  const email = uniqueEmail();
  const json = { email, business_name: "Bean & Leaf" };
  const { body } = await call("POST", `${MERCHANT_API}/register`, { token: await adminToken(), json });
  const { merchant_id: id, client_id: clientId, client_secret: clientSecret, setup_url: link } = body;
  expect((await postForm(new URL(link).pathname, passwordForm(link, PASSWORD))).status).toBe(200);
  return { id, clientId, clientSecret, email, token: await fetchToken(clientId, clientSecret) };
}

/** `headers` may name the address from which the request seems to come: `CF-Connecting-IP`. */
export async function postForm(
  path: string,
  form: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams(form);
  return await exports.default.fetch(BASE_URL + path, { method: "POST", headers, body });
}

export function requestToken(clientId: string, clientSecret: string, headers = {}): Promise<Response> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  return postForm(TOKEN_PATH, form, headers);
}

export function logIn(username: string, password: string, headers = {}): Promise<Response> {
  const form = { grant_type: "password", client_id: "merchant-dashboard", username, password };
  return postForm(TOKEN_PATH, form, headers);
}

/** Returns the statuses. */
export async function flood(
  count: number,
  request: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) statuses.push((await request(next++)).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

const MINUTE_MS = 60_000;
const NEEDED_MS = 20_000;

/** Limits are reset at each full minute. */
export async function waitForTime(): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < NEEDED_MS) await new Promise((done) => setTimeout(done, leftMs));
}
