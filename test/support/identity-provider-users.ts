// Users of the embedded identity provider, as an administrator, a browser and the dashboard see them.

import { expect } from "vitest";
import type { IdentityProvider } from "../../src/domain/ports/identity-provider.ts";
import { makeMerchant, type TestMerchant } from "./factories.ts";
import { atService, type Provider, postForm, REALM_PATH, takeTokenFrom } from "./identity-provider.ts";
import { sharedRows } from "./rows.ts";

export const USERS_PATH = "/admin/realms/payment-platform/users";
export const ROLES_PATH = "/admin/realms/payment-platform/roles";
export const SETUP_PAGE_PATH = `${REALM_PATH}/login-actions/action-token`;
export const PASSWORD = "correct horse battery";
const INVALID_GRANT = { error: "invalid_grant", error_description: "Invalid user credentials" };

export function uniqueEmail(): string {
  return `${crypto.randomUUID()}@shop.test`;
}

/** `path` is the full path. */
export async function callRealm(
  provider: Provider,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token ?? (await takeTokenFrom(provider))}` };
  return await provider.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

export async function readMerchantRole(provider: Provider): Promise<{ id: string; name: string }> {
  const response = await callRealm(provider, "GET", `${ROLES_PATH}/merchant`);
  expect(response.status).toBe(200);
  return response.json();
}

/** As an operator deletes them at the provider, without the service. */
export async function removeUsersOf(
  identityProvider: Pick<IdentityProvider, "listUsers" | "removeUser">,
  merchantId: string,
): Promise<void> {
  for (const { id } of await identityProvider.listUsers(merchantId)) await identityProvider.removeUser(id);
}

/** A user with the role `merchant`, without a password. */
export async function addUser(provider: Provider, attributes: Record<string, string[]> = {}) {
  const email = uniqueEmail();
  const created = await callRealm(provider, "POST", USERS_PATH, { username: email, email, attributes });
  expect(created.status).toBe(201);
  const location = created.headers.get("Location") ?? "";
  const id = location.slice(location.lastIndexOf("/") + 1);
  const role = await readMerchantRole(provider);
  const mapped = await callRealm(provider, "POST", `${USERS_PATH}/${id}/role-mappings/realm`, [role]);
  expect(mapped.status).toBe(204);
  return { id, email, location };
}

export async function makeLink(provider: Provider, userId: string): Promise<string> {
  const response = await callRealm(provider, "POST", `${USERS_PATH}/${userId}/setup-link`);
  expect(response.status).toBe(200);
  return (await response.json<{ url: string }>()).url;
}

export function keyOf(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get("key") ?? "";
}

/** What the page of a link posts when it is opened. */
export function postKey(provider: Provider, link: string): Promise<Response> {
  const body = new URLSearchParams({ key: keyOf(link) });
  return Promise.resolve(provider.request(SETUP_PAGE_PATH, { method: "POST", body }));
}

export function passwordForm(link: string, password: string, confirmation = password): URLSearchParams {
  return new URLSearchParams({ key: keyOf(link), username: "ignored", password, confirmation });
}

export function submitPassword(
  provider: Provider,
  link: string,
  password: string,
  confirmation?: string,
): Promise<Response> {
  const body = passwordForm(link, password, confirmation);
  return Promise.resolve(provider.request(SETUP_PAGE_PATH, { method: "POST", body }));
}

export async function addUserWithPassword(provider: Provider, attributes?: Record<string, string[]>) {
  const user = await addUser(provider, attributes);
  const link = await makeLink(provider, user.id);
  expect((await submitPassword(provider, link, PASSWORD)).status).toBe(200);
  return user;
}

export function signIn(
  provider: Provider,
  username: string,
  password = PASSWORD,
  headers = {},
  addressKey?: string,
): Promise<Response> {
  const form = { grant_type: "password", client_id: "merchant-dashboard", username, password };
  return postForm(provider, form, headers, addressKey);
}

/** A merchant whose first user has set a password. */
export async function makeMerchantWithUser(): Promise<TestMerchant> {
  const merchant = await makeMerchant();
  expect((await submitPassword(atService, merchant.setupUrl, PASSWORD)).status).toBe(200);
  return merchant;
}

export async function takeUserToken(email: string): Promise<string> {
  const response = await signIn(atService, email);
  expect(response.status).toBe(200);
  return (await response.json<{ access_token: string }>()).access_token;
}

export async function expectInvalidGrant(response: Response, context?: string): Promise<void> {
  expect(response.status, context).toBe(400);
  expect(await response.json(), context).toEqual(INVALID_GRANT);
}

export async function readStoredUser(email: string): Promise<Record<string, unknown>> {
  const row = await sharedRows.first("SELECT * FROM idp_users WHERE email = ?", email);
  return row ?? {};
}
