// Plants secrets, and records what the service emits: log lines, responses, webhooks.
import { expect, vi } from "vitest";
import { type ApiResponse, call, fetchToken } from "./api.ts";
import { MERCHANT_API } from "./factories.ts";
import type { ReceivedRequest } from "./receiver.ts";

/** By name, so that a failure says which secret was found. */
export const secrets = new Map<string, string>();
export const lines: string[] = [];
/** Responses that must not show a secret. */
export const responses: { request: string; text: string; isMerchants: boolean }[] = [];
export const webhooks: ReceivedRequest[] = [];

export function plant(name: string, secret: string): string {
  expect(secret.length).toBeGreaterThan(15);
  secrets.set(`${name} ${secrets.size}`, secret);
  // The key itself, without its prefix.
  if (secret.startsWith("whsec_")) secrets.set(`${name} without its prefix`, secret.slice(6));
  return secret;
}

export function recordLog(): void {
  for (const level of ["debug", "log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      lines.push(
        parts.map((part) => (part instanceof Error ? `${part.stack} ${part.cause}` : String(part))).join(" "),
      );
    });
  }
}

/** Only the merchant's own responses may contain its metadata and callback_url. */
export async function callAndRecord(
  method: string,
  path: string,
  token: string,
  json?: unknown,
): Promise<ApiResponse> {
  const response = await call(method, path, { token, json });
  const isMerchants = path.startsWith(MERCHANT_API) || path.endsWith("/simulate");
  responses.push({ request: `${method} ${path}`, text: response.text, isMerchants });
  return response;
}

/** For the one response that shows secrets. */
export async function callAndPlant(method: string, path: string, token: string, json?: unknown) {
  const { status, body } = await call(method, path, { token, json });
  expect(status).toBeLessThan(300);
  for (const field of ["client_secret", "webhook_secret"]) {
    if (field in body) plant(`${field} of ${path}`, body[field]);
  }
  return body;
}

export async function plantToken(clientId: string, clientSecret: string): Promise<string> {
  return plant(`token of ${clientId}`, await fetchToken(clientId, clientSecret));
}
