// A customer's phone, with the sandbox's wallet in it: $100.
import type { BrowserContext, FrameLocator, Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";

export const CURRENCY = "USD";

/** Opens a new wallet, made as one tap on its first page makes it. */
export async function openWallet(open: Open, options: OpenOptions = {}, path = "/wallet"): Promise<Page> {
  const page = await open(path, { ...options, prepare: makeWallet });
  if (path === "/wallet") await page.locator(".balance .entered").waitFor();
  return page;
}

async function makeWallet({ request }: BrowserContext, url: string): Promise<void> {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const made = await request.post(`${url}/sandbox/v1/wallet-session`, { data: {}, headers });
  if (!made.ok()) throw new Error(`making a wallet: ${made.status()}`);
}

/** The phone on the sandbox's playground. */
export const phoneOn = (playground: Page): FrameLocator => playground.frameLocator(".phone");

/** Holds it to the code of the till: it opens the sale. */
export async function holdPhone(playground: Page): Promise<void> {
  const held = playground.waitForEvent("framenavigated", (frame) => frame.url().includes("pay="));
  await playground.locator(".wallet > button").click();
  await held;
}

/** Pays the sale at the playground's till, in a wallet that is made for it if there is none. */
export async function payOnPlayground(playground: Page): Promise<void> {
  const phone = phoneOn(playground);
  await holdPhone(playground);
  const [begin, pay] = [
    phone.getByRole("button", { name: "Try with $100" }),
    phone.getByRole("button", { name: /^Pay/ }),
  ];
  await begin.or(pay).waitFor();
  if (await begin.isVisible()) await begin.click();
  await pay.click();
}

/** What people paste who have no camera. */
export async function paste(page: Page, code: string): Promise<void> {
  await page.locator(".home > .actions .primary").click();
  await page.locator("#code").fill(code);
  await page.locator("form.typed button").click();
}

export const balance = async (page: Page): Promise<string> => {
  if ((await page.locator(".home").count()) === 0) await page.locator(".bar a").click();
  return (await page.locator(".balance .entered").textContent()) ?? "";
};
