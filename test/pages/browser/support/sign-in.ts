// Signs a merchant's owner in, in a browser profile: the way there without looking at its pages.
import type { BrowserContext } from "playwright-core";
import type { Shop } from "./shop.ts";

const PASSWORD = "four unrelated quiet words";

/** Owners whose password is set: their links work once. */
const withPassword = new Map<string, Promise<void>>();

export async function signIn(context: BrowserContext, shop: Shop): Promise<void> {
  const isSet = withPassword.get(shop.id) ?? setPassword(shop);
  withPassword.set(shop.id, isSet);
  await isSet;
  const form = await context.request.get(`${shop.url}/session/sign-in?to=/pages/favicon.svg`);
  const credentials = { username: shop.email, password: PASSWORD };
  const landed = await context.request.post(form.url(), { form: credentials });
  if (!landed.ok()) throw new Error(`signing in: ${landed.url()} responded with ${landed.status()}`);
}

async function setPassword({ setupUrl }: Shop): Promise<void> {
  const url = new URL(setupUrl);
  const key = new URLSearchParams(url.hash.slice(1)).get("key") ?? "";
  const body = new URLSearchParams({ key, password: PASSWORD, confirmation: PASSWORD });
  const response = await fetch(url, { method: "POST", body });
  if (!response.ok) throw new Error(`setting a password: ${response.status}`);
}
