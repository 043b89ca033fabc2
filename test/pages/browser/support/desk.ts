// A tablet at a cash desk.
import type { BrowserContext, Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import { asAdmin } from "./shop.ts";
import { CURRENCY } from "./wallet.ts";

const DESKS = "/merchant/api/v1/admin/desks";
/** It is another than the browser's. */
export const DESK_TIME_ZONE = "Asia/Kolkata";
/** The fields that a desk is made with, but for its name. */
const LIMITS = { top_up_max: 200, top_up_day: 1_000, pay_out_max: 50, pay_out_day: 500 };

export type DeskFields = Partial<typeof LIMITS> & { clerks?: string[] };

interface TestDesk {
  id: string;
  /** It pairs a tablet with the desk, as does its code. */
  link: string;
  code: string;
}

export async function makeDesk(url: string, limits: DeskFields = {}): Promise<TestDesk> {
  const fields = { name: "Front desk", currency: CURRENCY, time_zone: DESK_TIME_ZONE, ...LIMITS, ...limits };
  const { desk } = await asAdmin<{ desk: { id: string } }>(url, "POST", DESKS, fields);
  const { pairing } = await asAdmin<{ pairing: { url: string; code: string } }>(
    url,
    "POST",
    `${DESKS}/${desk.id}/pairings`,
  );
  return { id: desk.id, link: pairing.url, code: pairing.code };
}

export async function closeDesk(url: string, id: string): Promise<void> {
  await asAdmin(url, "PUT", `${DESKS}/${id}`, { status: "inactive" });
}

/** A tablet that was paired as its page does. */
export async function openDesk(
  open: Open,
  url: string,
  { limits, ...options }: OpenOptions & { limits?: DeskFields } = {},
): Promise<Page> {
  const { code } = await makeDesk(url, limits);
  const prepare = async ({ request }: BrowserContext) => {
    const asked = { data: { code, name: "Tablet" }, headers: { "Sec-Fetch-Site": "same-origin" } };
    const paired = await request.post(`${url}/desk/session/pair`, asked);
    if (!paired.ok()) throw new Error(`pairing: ${paired.status()}`);
  };
  const page = await open("/desk", { ...options, prepare });
  await page.locator(".panel .big").first().waitFor();
  return page;
}

/** One of the desk's clerks begins it, with cash in minor units. */
export async function beginShift(page: Page, clerk: string, digits: string): Promise<void> {
  await page.locator(".panel").getByText(clerk).click();
  await page.locator("[data-amount]").waitFor();
  await page.keyboard.type(digits);
  await page.locator(".actions .primary").click();
  await page.locator(".panel .primary").first().waitFor();
}

/** Asks for a top-up in the day's list again, which should have been another one. */
export async function correct(page: Page, digits: string): Promise<void> {
  await page.locator("[data-open=day]").click();
  await page.locator(".sales .act").first().click();
  await enter(page, digits);
}

/** Begins in whatever language it is. */
export async function begin(page: Page, kind: "top_up" | "pay_out", code: string): Promise<void> {
  await page
    .locator(".panel .primary")
    .nth(kind === "top_up" ? 0 : 1)
    .click();
  await page.locator("#code").fill(code);
  await page.locator("form.typed button").click();
}

export async function enter(page: Page, digits: string): Promise<void> {
  await page.locator("[data-amount]").waitFor();
  await page.keyboard.type(digits);
  await page.keyboard.press("Enter");
  await page.locator("[data-step=confirm]").waitFor();
}

/** Carries it through until the desk has sent it. */
export async function ask(
  page: Page,
  kind: "top_up" | "pay_out",
  code: string,
  digits: string,
): Promise<void> {
  await begin(page, kind, code);
  await enter(page, digits);
  await page.locator(".actions .primary").click();
}

/** What a customer's wallet shows; it stays on that page. */
export async function showCode(phone: Page): Promise<string> {
  await phone.goto(`${new URL(phone.url()).origin}/wallet?show=code`);
  await phone.locator(".code").waitFor();
  return (await phone.locator("details code").textContent()) ?? "";
}
