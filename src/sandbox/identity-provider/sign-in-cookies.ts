// What a browser keeps for the provider's own pages, which alone are sent it.
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { DASHBOARD_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { open, seal } from "#core/lib/seal.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { Realm } from "./realm.ts";

const SHOP = "shop";
const SHOP_SECONDS = 30 * 86_400;
const PURPOSE = "shop cookie";

export function setSignInCookie(
  { issuer }: Realm,
  c: Context,
  name: string,
  value: string,
  maxAge: number,
): void {
  const { pathname, protocol } = new URL(issuer);
  const secure = protocol === "https:";
  setCookie(c, name, value, { path: pathname, httpOnly: true, sameSite: "Lax", secure, maxAge });
}

/** Whoever comes back with this browser, until they sign out, is told for which shop they sign in. Customers have none. */
export async function rememberShop(realm: Realm, c: Context, shop: string | null): Promise<void> {
  if (shop === null) return;
  setSignInCookie(realm, c, SHOP, await seal(shop, PURPOSE, realm.masterKeys), SHOP_SECONDS);
}

export function forgetShop(realm: Realm, c: Context): void {
  if (getCookie(c, SHOP) !== undefined) setSignInCookie(realm, c, SHOP, "", 0);
}

/** It is told to nobody who only has an address or an id: this browser has signed in to the shop. */
export async function rememberedShop(
  { masterKeys }: Realm,
  c: Context,
  { clientId }: AuthorizationRequest,
): Promise<string | null> {
  const sealed = getCookie(c, SHOP);
  if (sealed === undefined || clientId !== DASHBOARD_CLIENT_ID) return null;
  return await open(sealed, PURPOSE, masterKeys).catch(() => null);
}
