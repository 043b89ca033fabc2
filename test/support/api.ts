// A client of the service as its users are: every call goes through the Worker's own entry.
import { exports } from "cloudflare:workers";

export const BASE_URL = "http://payments.test";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on whatever came back
  body: any;
}

export interface CallOptions {
  token?: string;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const body = options.text ?? (options.json === undefined ? undefined : JSON.stringify(options.json));
  const response = await exports.default.fetch(BASE_URL + path, {
    method,
    headers: {
      ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
    redirect: "manual",
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

export async function fetchToken(clientId: string, clientSecret: string): Promise<string> {
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
  const { access_token: token } = await response.json<{ access_token: string }>();
  return token;
}

export function adminToken(): Promise<string> {
  return fetchToken("platform-admin", "test-admin-secret");
}
