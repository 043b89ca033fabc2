// Users of the embedded identity provider, as an administrator, a browser and the dashboard see them.
import { expect } from "vitest";
import type { IdentityProvider } from "#core/domain/ports/identity-provider.ts";
import { type Provider, takeTokenFrom } from "./identity-provider.ts";
import { PASSWORD, submitPassword } from "./logins.ts";
import { ROLES_PATH, USERS_PATH } from "./paths.ts";
import { sharedRows } from "./rows.ts";

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

export function readMerchantRole(provider: Provider): Promise<{ id: string; name: string }> {
  return readRole(provider, "merchant");
}

async function readRole(provider: Provider, name: string): Promise<{ id: string; name: string }> {
  const response = await callRealm(provider, "GET", `${ROLES_PATH}/${name}`);
  expect(response.status).toBe(200);
  return response.json();
}

/** Deletes them as an operator does at the provider, without the service. */
export async function removeUsersOf(
  identityProvider: Pick<IdentityProvider, "listUsers" | "removeUser">,
  merchantId: string,
): Promise<void> {
  for (const { id } of await identityProvider.listUsers(merchantId)) await identityProvider.removeUser(id);
}

/** Adds one without a password. */
export async function addUser(
  provider: Provider,
  attributes: Record<string, string[]> = {},
  roles = ["merchant"],
) {
  const email = uniqueEmail();
  const created = await callRealm(provider, "POST", USERS_PATH, { username: email, email, attributes });
  expect(created.status).toBe(201);
  const location = created.headers.get("Location") ?? "";
  const id = location.slice(location.lastIndexOf("/") + 1);
  const mappings = await Promise.all(roles.map((role) => readRole(provider, role)));
  const mapped = await callRealm(provider, "POST", `${USERS_PATH}/${id}/role-mappings/realm`, mappings);
  expect(mapped.status).toBe(204);
  return { id, email, location };
}

export async function addUserWithPassword(
  provider: Provider,
  attributes?: Record<string, string[]>,
  roles?: string[],
) {
  const user = await addUser(provider, attributes, roles);
  const link = await makeLink(provider, user.id);
  expect((await submitPassword(provider, link, PASSWORD)).status).toBe(200);
  return user;
}

export async function readStoredUser(email: string): Promise<Record<string, unknown>> {
  const row = await sharedRows.first("SELECT * FROM idp_users WHERE email = ?", email);
  return row ?? {};
}

export async function makeLink(provider: Provider, userId: string): Promise<string> {
  const response = await callRealm(provider, "POST", `${USERS_PATH}/${userId}/setup-link`);
  expect(response.status).toBe(200);
  return (await response.json<{ url: string }>()).url;
}
