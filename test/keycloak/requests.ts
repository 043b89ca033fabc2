// Requests of the scenario, and what it demands of their responses.
import { calculatePKCECodeChallenge } from "oauth4webapi";
import {
  callbackUrl,
  DASHBOARD_CLIENT_ID,
  issuerUrl,
  tokenUrl,
} from "#core/domain/identity-provider/realm.ts";
import { Browser, type Send } from "./browser.ts";

export interface Credentials {
  client_id: string;
  client_secret: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

export interface Addresses {
  serviceUrl: string;
  authUrl: string;
  /** Follows no redirect. */
  send: Send;
}

// biome-ignore lint/suspicious/noExplicitAny: the scenario demands what it needs of a body
export type Body = any;

/** Calls the service, with an access token, or else with these headers. Throws unless the response has the status. */
export async function call(
  { send, serviceUrl }: Addresses,
  status: number,
  method: string,
  path: string,
  by: string | Record<string, string>,
  json?: object,
): Promise<Body> {
  const response = await send(serviceUrl + path, {
    method,
    headers: {
      ...(typeof by === "string" ? { Authorization: `Bearer ${by}` } : by),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const { headers } = response;
  const challenge = headers.get("WWW-Authenticate") ?? "";
  demand(response.status === status, `${method} ${path}: ${response.status} ${text} ${challenge}`);
  return JSON.parse(text);
}

export function clientForm(client: Credentials): Record<string, string> {
  const { client_id, client_secret } = client;
  return { grant_type: "client_credentials", client_id, client_secret };
}

export function passwordForm(username: string, password: string, client_id = DASHBOARD_CLIENT_ID) {
  return { grant_type: "password", client_id, username, password };
}

export async function requestToken(
  { send, authUrl }: Addresses,
  form: Record<string, string>,
): Promise<{ status: number; body: Body }> {
  const init = { method: "POST", body: new URLSearchParams(form) };
  const response = await send(tokenUrl(issuerUrl(authUrl)), init);
  return { status: response.status, body: await response.json() };
}

/** Throws when the provider refuses. */
export async function takeToken(at: Addresses, form: Record<string, string>): Promise<string> {
  return (await takeTokens(at, form)).access_token;
}

async function takeTokens(at: Addresses, form: Record<string, string>): Promise<Tokens> {
  const { status, body } = await requestToken(at, form);
  demand(status === 200, `no token: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The tokens of whoever signs in at the provider's page, as an app gets them. */
export async function signInForTokens(
  { send, authUrl, serviceUrl }: Addresses,
  client_id: string,
  fields: { username: string; password: string },
): Promise<Tokens> {
  const code_verifier = crypto.randomUUID() + crypto.randomUUID();
  const redirect_uri = callbackUrl(serviceUrl);
  const url = new URL(`${issuerUrl(authUrl)}/protocol/openid-connect/auth`);
  const code_challenge = await calculatePKCECodeChallenge(code_verifier);
  const asked = { client_id, redirect_uri, code_challenge, code_challenge_method: "S256" };
  url.search = `${new URLSearchParams({ ...asked, response_type: "code", scope: "openid" })}`;
  const browser = new Browser(send);
  // The service knows nothing of this attempt, so it leaves the code alone.
  const { url: end } = await browser.submit(await browser.open(url.href), fields);
  const code = new URL(end).searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", client_id, redirect_uri, code, code_verifier };
  return await takeTokens({ send, authUrl, serviceUrl }, form);
}

export function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ""] = token.split(".");
  return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })));
}

export function demand(isMet: boolean, fault: string): void {
  if (!isMet) throw new Error(fault);
}

export function demandMembers(found: Record<string, unknown>, wanted: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(wanted)) {
    const [is, should] = [found[name], value].map((member) => JSON.stringify(member));
    demand(is === should, `${name} is ${is} instead of ${should}`);
  }
}
