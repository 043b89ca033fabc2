// Opens the dashboard as an owner of the shop: the shop's token is in place of the session's cookie.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import type { Shop } from "./shop.ts";

/** Belongs to the service and runs nothing. */
const QUIET_PATH = "/pages/favicon.svg";

export async function openDashboard(
  open: Open,
  shop: Shop,
  path: string,
  options: OpenOptions,
): Promise<Page> {
  const page = await open(QUIET_PATH, options);
  const authorization = `Bearer ${await fetchToken(shop)}`;
  await page.route("**/merchant/api/v1/**", (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization } }),
  );
  const names = { merchant_id: shop.id, merchant_name: "Bean & Leaf", email: shop.email };
  const session = { kind: "user", role: "owner", ...names };
  await page.route("**/session", (route) => route.fulfill({ json: { success: true, session } }));
  await page.goto(new URL(path, shop.url).href);
  return page;
}

async function fetchToken({ url, credentials }: Shop): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...credentials });
  const path = "/realms/payment-platform/protocol/openid-connect/token";
  const response = await fetch(url + path, { method: "POST", body });
  return (await response.json()).access_token;
}
