// Signs a merchant's owner in, in a browser profile: the way there without looking at its pages.
import type { BrowserContext, Cookie } from "playwright-core";
import { readBody, type Shop, TOKEN_PATH } from "./shop.ts";

export const PASSWORD = "four unrelated quiet words";

/** Owners whose password is set: their links work once. */
const withPassword = new Map<string, Promise<void>>();

/** Begins a session in a browser profile, once for each shop: its other profiles are given the same cookies. */
export function onceForEachShop(begin: (context: BrowserContext, shop: Shop) => Promise<void>): typeof begin {
  const sessions = new WeakMap<Shop, Promise<Cookie[]>>();
  return async (context, shop) => {
    const begun = sessions.get(shop);
    if (begun !== undefined) return await context.addCookies(await begun);
    const beginning = begin(context, shop).then(() => context.cookies());
    sessions.set(shop, beginning);
    await beginning;
  };
}

export const signIn = onceForEachShop(async (context, shop) => {
  await passwordSet(shop);
  const form = await context.request.get(`${shop.url}/session/sign-in?to=/pages/favicon.svg`);
  const credentials = { username: shop.email, password: PASSWORD };
  const landed = await context.request.post(form.url(), { form: credentials });
  if (!landed.ok()) throw new Error(`signing in: ${landed.url()} responded with ${landed.status()}`);
});

/** Makes one for requests that client credentials may not make. */
export async function ownerToken(shop: Shop): Promise<string> {
  await passwordSet(shop);
  const credentials = { username: shop.email, password: PASSWORD };
  const body = new URLSearchParams({
    grant_type: "password",
    client_id: "merchant-dashboard",
    ...credentials,
  });
  const response = await fetch(shop.url + TOKEN_PATH, { method: "POST", body });
  return (await readBody<{ access_token: string }>(response)).access_token;
}

async function passwordSet(shop: Shop): Promise<void> {
  const isSet = withPassword.get(shop.id) ?? setPassword(shop);
  withPassword.set(shop.id, isSet);
  await isSet;
}

export async function setPassword({ setupUrl }: Pick<Shop, "setupUrl">): Promise<void> {
  const url = new URL(setupUrl);
  const key = new URLSearchParams(url.hash.slice(1)).get("key") ?? "";
  const body = new URLSearchParams({ key, password: PASSWORD, confirmation: PASSWORD });
  const response = await fetch(url, { method: "POST", body });
  if (!response.ok) throw new Error(`setting a password: ${response.status}`);
}
