// The page of a setup link, and logins by password, at a provider of the test or at the service.
import { expect } from "vitest";
import { atService, type Provider, postForm } from "./identity-provider.ts";
import { makeMerchant, type TestMerchant } from "./parties.ts";
import { SETUP_PAGE_PATH } from "./paths.ts";

export const PASSWORD = "correct horse battery";
const INVALID_GRANT = { error: "invalid_grant", error_description: "Invalid user credentials" };

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

export function signIn(
  provider: Provider,
  username: string,
  password = PASSWORD,
  headers = {},
): Promise<Response> {
  const form = { grant_type: "password", client_id: "merchant-dashboard", username, password };
  return postForm(provider, form, headers);
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
