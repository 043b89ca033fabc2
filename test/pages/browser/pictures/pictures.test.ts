// `npm test -- --mode screenshots`: takes the pictures in test/pages/screenshots again, which the README shows.
import type { BrowserContext } from "playwright-core";
import { it, type OpenOptions, PHONE, TILL } from "../support/it.ts";
import { PAGES } from "../support/pages.ts";

interface Picture extends OpenOptions {
  /** The name of the file. */
  name: string;
  /** The name of the page in the list of pages. */
  shows: string;
}

const PICTURES: Picture[] = [
  { name: "checkout", shows: "checkout-open", viewport: TILL },
  { name: "checkout-paid", shows: "checkout-paid", viewport: PHONE },
  { name: "checkout-arabic-dark", shows: "checkout-open", viewport: PHONE, language: "ar", theme: "dark" },
  { name: "till", shows: "till-code", viewport: TILL },
  { name: "till-paid", shows: "till-paid", viewport: PHONE },
  { name: "stage", shows: "stage-paid", viewport: { width: 1600, height: 1000 } },
  { name: "dashboard", shows: "dashboard-home", viewport: TILL, prepare: fillDays },
  { name: "dashboard-payment-dark", shows: "dashboard-payment", viewport: TILL, theme: "dark" },
];

const EARLIER = ["18.20", "12.60", "9.80", "14.30", "21.40", "24.10", "16.90"];

/** The shop opened a moment ago: these days are as if it had sold before. */
async function fillDays(context: BrowserContext): Promise<void> {
  await context.route("**/totals?*", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [today] = body.days.at(-1).totals;
    for (const [at, amount_decimal] of EARLIER.entries())
      body.days[at].totals = [{ ...today, net: { ...today.net, amount_decimal } }];
    await route.fulfill({ response, json: body });
  });
}

it.for(PICTURES)("$name", async ({ name, shows, ...options }, { open, shop }) => {
  const shown = PAGES.find((page) => page.name === shows);
  if (shown === undefined) throw new Error(`no page is called ${shows}`);
  const page = await shown.show({ open, shop }, options);
  await page.waitForLoadState("networkidle");
  // What differs from one payment to the next, and names whose script the machine may have no font for.
  await page.evaluate(() => {
    for (const id of document.querySelectorAll(".payment-id code"))
      id.textContent = "0192f0c4-8a71-8cde-b3a5-5f1d2c3b4a69";
    for (const email of document.querySelectorAll(".account-who bdi"))
      email.textContent = "owner@example.com";
    for (const time of document.querySelectorAll(".countdown, [role=timer]")) time.textContent = "29:30";
    for (const languages of document.querySelectorAll<HTMLElement>(".languages")) languages.hidden = true;
    scrollTo(0, 0);
  });
  await page.screenshot({ path: `test/pages/screenshots/${name}.png`, animations: "disabled" });
});
