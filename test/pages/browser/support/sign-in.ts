// A browser profile in which a merchant's owner is signed in, without the way there.
import type { BrowserContext } from "playwright-core";
import type { Shop } from "./shop.ts";

/** The page's calls carry a token in place of the session's cookie. */
export async function signIn(context: BrowserContext, shop: Shop): Promise<void> {
  const authorization = `Bearer ${await shop.token()}`;
  const session = {
    kind: "user",
    merchant_id: shop.id,
    merchant_name: shop.name,
    email: shop.email,
    role: "owner",
    counter_id: null,
  };
  await context.route("**/session", (route) => route.fulfill({ json: { success: true, session } }));
  await context.route("**/merchant/api/**", async (route) => {
    const headers = { ...(await route.request().allHeaders()), authorization };
    await route.continue({ headers });
  });
}
