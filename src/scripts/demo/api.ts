// The few calls the story needs, over real HTTP.
import { readDevVars } from "../dev-vars.ts";

export const BASE_URL = `http://localhost:${process.env.PORT ?? "8787"}`;
export const API = "/merchant/api/v1";

// biome-ignore lint/suspicious/noExplicitAny: the demo shows answers as they come
export type Json = any;

export async function call(method: string, path: string, token: string | null, body?: object): Promise<Json> {
  const response = await fetch(BASE_URL + path, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.error}`);
  return answer;
}

export async function takeToken(clientId: string, clientSecret: string): Promise<string> {
  const response = await fetch(`${BASE_URL}/realms/payment-platform/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`token endpoint answered ${response.status}: ${answer.error}`);
  return answer.access_token;
}

export function takeAdminToken(): Promise<string> {
  const secrets = readDevVars();
  return takeToken(secrets.ADMIN_CLIENT_ID ?? "", secrets.ADMIN_CLIENT_SECRET ?? "");
}

/** Asks until the answer is more than null, as a shop that polls would. */
export async function waitUntil<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`${what}: still not so after 30 s`);
}

export function tell(step: string, ...lines: string[]): void {
  console.log(`\n\x1b[1m${step}\x1b[0m`);
  for (const line of lines) console.log(`  ${line}`);
}
