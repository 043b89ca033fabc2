// Browsers with a session, and what their requests carry.

import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { Dependencies } from "#core/services/dependencies.ts";
import { openSession, placeTill } from "#core/services/sessions/sessions.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { type ApiResponse, BASE_URL, type CallOptions, call } from "./api.ts";
import { makeCounter } from "./counters.ts";
import { setRole } from "./merchant-users.ts";
import { makeMerchant } from "./parties.ts";
import { sharedRows } from "./rows.ts";
import { merchantToken, withRoles } from "./tokens.ts";

export const ONE_TAP = "/sandbox/v1/wallet-session";
export const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin" };

/** Tills and dashboard users have cookies of their own. */
const tillSecrets = new Set<string>();

export function cookieOf(secret: string): Record<string, string> {
  if (tillSecrets.has(secret)) return tillCookieOf(secret);
  return { Cookie: `theme=dark; __Host-session=${secret}` };
}

/** The till's own pages send it so. */
export function tillCookieOf(secret: string): Record<string, string> {
  return { Cookie: `__Host-till=${secret}`, "Session-Kind": "till" };
}

export function rememberTill(secret: string): void {
  tillSecrets.add(secret);
}

export function walletCookieOf(secret: string): Record<string, string> {
  return { Cookie: `__Host-wallet=${secret}` };
}

export async function openTill(
  merchantId: string,
  counterId: string,
  label = "Till by the door",
  deps: Dependencies = sandboxDependenciesFor(env),
) {
  const holder = { kind: "till", merchantId, counterId, subject: crypto.randomUUID(), label } as const;
  const opened = await openSession(deps, holder, null, await placeTill(deps, merchantId));
  rememberTill(opened.secret);
  return opened;
}

/** Opens one as if it was paired before there were cells. */
export function openTillAtHome(merchantId: string, counterId: string) {
  const deps = sandboxDependenciesFor(env);
  return openTill(merchantId, counterId, "Old till", { ...deps, config: { ...deps.config, cells: [] } });
}

/** A session of a user who has just signed in, with tokens that last for five minutes. */
export async function openUser(merchantId: string, subject: string = crypto.randomUUID()) {
  const claims = { sub: subject, azp: "merchant-dashboard", ...withRoles("merchant") };
  return await openSession(
    sandboxDependenciesFor(env),
    { kind: "user", merchantId, counterId: null, subject, label: "owner@shop.test" },
    {
      accessToken: await merchantToken(merchantId, claims),
      accessExpiresAt: Date.now() + 300_000,
      refreshToken: null,
    },
  );
}

export async function makeTill() {
  const merchant = await makeMerchant();
  const counter = await makeCounter(merchant);
  return { merchant, counter, ...(await openTill(merchant.id, counter.id)) };
}

export async function makeUser() {
  const merchant = await makeMerchant();
  const user = await openUser(merchant.id);
  await setRole(merchant.id, user.session.subject ?? "", "owner");
  return { merchant, ...user };
}

/** A wallet of the sandbox with this much in it, and the browser's cookie for it. */
export async function openWallet(json: object = {}): Promise<{ secret: string; walletId: string }> {
  const { status, headers, body } = await callUnchecked("POST", ONE_TAP, SAME_ORIGIN, json);
  expect(status).toBe(201);
  const [, secret = ""] = /^__Host-wallet=([\w-]+);/.exec(headers.get("Set-Cookie") ?? "") ?? [];
  return { secret, walletId: (body.session as { wallet_id: string }).wallet_id };
}

/** From the wallet's page. */
export function callAsCustomer(
  secret: string,
  method: string,
  path: string,
  { headers = SAME_ORIGIN, ...options }: CallOptions = {},
): Promise<ApiResponse> {
  return call(method, path, { ...options, headers: { ...walletCookieOf(secret), ...headers } });
}

export async function storedSession(id: string): Promise<Record<string, unknown> | null> {
  return await sharedRows.first("SELECT * FROM sessions WHERE id = ?", id);
}

/** From a page of the service, unless the headers say otherwise. */
export function callAs(
  secret: string,
  method: string,
  path: string,
  { headers = SAME_ORIGIN, ...options }: CallOptions = {},
): Promise<ApiResponse> {
  return call(method, path, { ...options, headers: { ...cookieOf(secret), ...headers } });
}

/** Without the checks against the API's document: it knows neither /session nor refusals of cookies. */
export async function callUnchecked(
  method: string,
  path: string,
  headers: Record<string, string>,
  json?: unknown,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await exports.default.fetch(BASE_URL + path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    redirect: "manual",
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** From a page of the service, unless the headers say otherwise. */
export function callSession(method: string, path: string, headers: Record<string, string>) {
  return callUnchecked(method, `/session${path}`, { ...SAME_ORIGIN, ...headers });
}
