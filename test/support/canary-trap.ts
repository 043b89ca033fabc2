// Plants secrets, and catches what the service says: log lines, answers, webhooks.
import { expect, vi } from "vitest";
import { type ApiResponse, call, fetchToken } from "./api.ts";
import { MERCHANT_API } from "./factories.ts";
import type { ReceivedRequest } from "./receiver.ts";

/** By name, so that a failure says what was found and not the secret's text alone. */
export const secrets = new Map<string, string>();
export const lines: string[] = [];
/** Answers that are not the one to show a secret. */
export const responses: { request: string; text: string; isMerchants: boolean }[] = [];
export const webhooks: ReceivedRequest[] = [];

export function plant(name: string, secret: string): string {
  expect(secret.length).toBeGreaterThan(15);
  secrets.set(`${name} ${secrets.size}`, secret);
  // The key itself, whatever stands around it.
  if (secret.startsWith("whsec_")) secrets.set(`${name} without its prefix`, secret.slice(6));
  return secret;
}

export function listen(): void {
  for (const level of ["debug", "log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      lines.push(
        parts.map((part) => (part instanceof Error ? `${part.stack} ${part.cause}` : String(part))).join(" "),
      );
    });
  }
}

/** The merchant's own answers may hold its metadata and its callback_url. */
export async function ask(method: string, path: string, token: string, json?: unknown): Promise<ApiResponse> {
  const response = await call(method, path, { token, json });
  const isMerchants = path.startsWith(MERCHANT_API) || path.endsWith("/simulate");
  responses.push({ request: `${method} ${path}`, text: response.text, isMerchants });
  return response;
}

/** For the one answer that shows secrets. */
export async function askOnce(method: string, path: string, token: string, json?: unknown) {
  const { status, body } = await call(method, path, { token, json });
  expect(status).toBeLessThan(300);
  for (const field of ["client_secret", "webhook_secret"]) {
    if (field in body) plant(`${field} of ${path}`, body[field]);
  }
  return body;
}

export async function takeToken(clientId: string, clientSecret: string): Promise<string> {
  return plant(`token of ${clientId}`, await fetchToken(clientId, clientSecret));
}
