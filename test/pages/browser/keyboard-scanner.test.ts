// A scanner that types, at till and cash desk: on whatever screen or sheet, what it types is a code and never an amount.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { enter, openDesk, showCode } from "./support/desk.ts";
import { it } from "./support/it.ts";
import { scanByKeys } from "./support/keyboard-scanner.ts";
import { close, closeAll } from "./support/sheets.ts";
import { createPairing, heading, openSale, openTill } from "./support/till.ts";
import { openWallet } from "./support/wallet.ts";

const PRODUCT = "4006381333931";
/** A code as on fruit, so short that Enter alone shows that it was scanned. */
const SHORT = "4011";
const NO_CODE = "This does not look like a customer’s code.";
const FINISH_FIRST = "Finish this customer first.";
/** Each place gets the next of them: that they are scans at any speed is in the unit test of typed-series.ts. */
const SCANS = [
  [PRODUCT, { gapMs: 1, end: "Enter" }],
  [SHORT, { gapMs: 10, end: "Tab" }],
  [PRODUCT, { gapMs: 30, end: "" }],
  [SHORT, { gapMs: 30, end: "Enter" }],
] as const;
let turn = 0;

/** What a scan must leave as it is. */
const look = (page: Page) =>
  page.evaluate(() => ({
    step: document.body.dataset.step,
    amount: document.querySelector("[data-amount], .entered")?.textContent,
    dialogs: [...document.querySelectorAll("dialog")].map((dialog) => dialog.ariaLabel),
    fields: [...document.querySelectorAll<HTMLInputElement>("input, select")].map(({ value }) => value),
    focused: ["id", "class", "aria-label", "data-step"].map((name) =>
      document.activeElement?.getAttribute(name),
    ),
  }));

/** The scan changes nothing, and the page says why. */
async function expectTold(page: Page, words = NO_CODE, code?: string): Promise<void> {
  const [product, options] = SCANS[turn++ % SCANS.length] ?? SCANS[0];
  const before = await look(page);
  await page.locator(".scanner .hint").evaluateAll((lines) => lines.map((line) => line.replaceChildren()));
  await scanByKeys(page, code ?? product, options);
  await page.getByRole("alert").or(page.getByRole("status")).getByText(words).waitFor();
  expect(await look(page), JSON.stringify(options)).toEqual(before);
}

const amountOf = (page: Page) => page.locator("[data-amount], .entered").textContent();
const SHEETS: Record<string, (page: Page, list: string) => Promise<unknown>> = {
  list: (page, list) => page.getByRole("button", { name: list }).click(),
  settings: async (page) => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").focus();
  },
  question: async (page) => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: /^Unpair/ }).click();
  },
};

async function expectToldOnSheets(page: Page, list: string): Promise<void> {
  for (const openSheet of Object.values(SHEETS)) {
    await openSheet(page, list);
    await expectTold(page);
    await closeAll(page);
  }
}

describe("a scanner that types at the till", () => {
  it("sells nothing by a product's code, on no screen and no sheet", async ({ open, shop }) => {
    const page = await openTill(open, shop);
    await expectTold(page);
    await page.keyboard.type("1250");
    await expect.poll(() => amountOf(page)).toBe("€12.50");
    await expectTold(page);
    await expectToldOnSheets(page, "Sales");
    await page.getByRole("button", { name: "Scan customer’s code" }).click();
    await expectTold(page);
    await page.getByLabel("Or type the code").focus();
    await page.keyboard.type("abc");
    await expectTold(page);
    await close(page);
    await page.getByRole("button", { name: "Show code" }).focus();
    await expectTold(page);
    expect(await amountOf(page)).toBe("€12.50");
    await page.keyboard.press("Enter");
    await heading(page, "Scan to pay").waitFor();
    await expectTold(page);
    const { items } = await shop.client.paymentIntents.list();
    expect(items.map(({ amount }) => amount)).toEqual([12.5]);
  });

  it("asks the customer whose code it reads, from each sheet, and asks for the amount without one", async ({
    open,
    sharedShop: shop,
  }) => {
    const { id } = await shop.createWallet();
    const page = await openTill(open, shop);
    const expectAsked = async () => {
      await heading(page, "Waiting for approval").waitFor();
      await expect.poll(() => page.locator("dialog").count()).toBe(0);
      expect((await shop.client.paymentIntents.get(await openSale(page))).amount).toBe(12.5);
      await page.getByRole("button", { name: "Next customer" }).click();
    };
    const ways = [
      async () => {},
      () => page.getByRole("button", { name: "Scan customer’s code" }).click(),
      () => SHEETS.question?.(page, "Sales"),
    ];
    for (const become of ways) {
      await page.keyboard.type("1250");
      await expect.poll(() => amountOf(page)).toBe("€12.50");
      await become();
      await scanByKeys(page, id);
      await expectAsked();
    }
    await scanByKeys(page, id);
    await page
      .locator("p.customer")
      .getByText("The customer’s code was scanned. Enter the amount.")
      .waitFor();
    await expectTold(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Show code" }).waitFor();
    await scanByKeys(page, id);
    await page.getByRole("button", { name: "Ask for payment" }).waitFor();
    await page.keyboard.type("1250");
    await page.keyboard.press("Enter");
    await expectAsked();
  });

  it("leaves a running sale alone, and begins the next one once its end was seen", async ({
    open,
    sharedShop: shop,
  }) => {
    const [wallet, next] = [await shop.createWallet(), await shop.createWallet()];
    const page = await openTill(open, shop);
    await page.keyboard.type("1250");
    await page.keyboard.press("Enter");
    await heading(page, "Scan to pay").waitFor();
    await expectTold(page, FINISH_FIRST, next.id);
    await page.getByRole("button", { name: "Settings" }).click();
    await expectTold(page, FINISH_FIRST, next.id);
    await close(page);
    await page.evaluate(scanAtStep, ["paid", next.id] as const);
    await wallet.pay(await openSale(page));
    await page.getByText(FINISH_FIRST).waitFor();
    await heading(page, "Paid").waitFor();
    await expect
      .poll(async () => {
        await scanByKeys(page, next.id);
        return await page.getByRole("button", { name: "Ask for payment" }).isVisible();
      })
      .toBe(true);
    expect(await amountOf(page)).toBe("€0.00");
  });

  it("takes nothing from a hand: separators, fields, lists, spaces, and what is tapped at once", async ({
    open,
    sharedShop: shop,
  }) => {
    const page = await openTill(open, shop);
    const expectAmount = (amount: string) => expect.poll(() => amountOf(page)).toBe(amount);
    await page.keyboard.type("125");
    await expectAmount("€1.25");
    await page.keyboard.press("Escape");
    await page.keyboard.type("12,505");
    await page.getByRole("alert").getByText("No room for another digit.").waitFor();
    await expectAmount("€12.50");
    await page.getByRole("button", { name: "Scan customer’s code" }).click();
    const field = page.getByLabel("Or type the code");
    await field.focus();
    await page.keyboard.type("abc d");
    expect(await field.inputValue()).toBe("abc d");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(NO_CODE).waitFor();
    await close(page);
    await page.getByRole("button", { name: "Settings" }).focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Language").focus();
    await page.keyboard.type("d");
    const showIt = page.getByRole("button", { name: "Code zeigen" });
    await showIt.waitFor();
    await page.keyboard.type("125", { delay: 0 });
    await showIt.click();
    await page.locator(".entered").getByText("1,25").waitFor();
  });

  it("pairs the till whose code it reads, which is asked first", async ({ open, shop }) => {
    const { url } = await createPairing(shop);
    const page = await open("/pos/pair", { allowed: /status of 400/ });
    await page.locator("#code").waitFor();
    await scanByKeys(page, PRODUCT);
    await page.getByText("This code is unknown").waitFor();
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await scanByKeys(page, url, { end: "Tab" });
    await page.getByLabel("Currency").selectOption("USD");
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.waitForURL("**/pos");
    await expect.poll(() => amountOf(page)).toBe("$0.00");
  });
});

/** Runs in the page: scans as soon as this step is shown, before anybody can have seen it. */
function scanAtStep([step, text]: readonly [string, string]): void {
  new MutationObserver((_, observer) => {
    if (document.body.dataset.step !== step) return;
    observer.disconnect();
    for (const key of text) dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  }).observe(document.body, { attributes: true });
}

describe("a scanner that types at the cash desk", () => {
  it("moves nothing by a product's code, on no screen and no sheet", async ({ open, url, sharedShop }) => {
    const [wallet, other] = [await sharedShop.createWallet("USD"), await sharedShop.createWallet("USD")];
    const page = await openDesk(open, url);
    await expectTold(page);
    await expectToldOnSheets(page, "Today");
    await page.getByRole("button", { name: "Top up" }).click();
    await expectTold(page);
    await scanByKeys(page, wallet.id);
    await page.locator(".display .customer").waitFor();
    await page.keyboard.type("1250");
    await expect.poll(() => amountOf(page)).toBe("$12.50");
    await expectTold(page);
    await expectTold(page, FINISH_FIRST, other.id);
    await page.keyboard.press("Enter");
    await page.locator("[data-step=confirm]").waitFor();
    await expectTold(page);
    await expectTold(page, FINISH_FIRST, other.id);
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(page, "Topped up").waitFor();
    await expectTold(page);
  });

  it("keeps the customer's code until it is known what to do, and knows by whom nobody is paid out", async ({
    open,
    url,
    sharedShop,
  }) => {
    const phone = await openWallet(open);
    const [wallet, code] = [await sharedShop.createWallet("USD"), await showCode(phone)];
    const page = await openDesk(open, url);
    const kept = page.locator(".panel > p").getByText("The customer’s code was scanned. Choose what to do.");
    const payOut = page.getByRole("button", { name: "Pay out" });
    await page.getByRole("button", { name: "Settings" }).click();
    await scanByKeys(page, wallet.id, { gapMs: 30, end: "" });
    await kept.waitFor();
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    await payOut.click();
    await page.getByRole("dialog", { name: "Scan the customer’s code" }).waitFor();
    await scanByKeys(page, wallet.id);
    await page.getByRole("status").getByText(NO_CODE).waitFor();
    await close(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await kept.waitFor({ state: "detached" });
    await scanByKeys(page, code);
    await payOut.click();
    await enter(page, "725");
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(page, "Waiting for approval").waitFor();
    await expectTold(page, FINISH_FIRST, wallet.id);
    await page.evaluate(scanAtStep, ["declined", wallet.id] as const);
    await phone.getByRole("button", { name: "Reject" }).click();
    await heading(page, "Declined").waitFor();
    await page.getByText(FINISH_FIRST).waitFor();
    await expect
      .poll(async () => {
        await scanByKeys(page, wallet.id);
        return await kept.isVisible();
      })
      .toBe(true);
    await page.getByRole("button", { name: "Top up" }).click();
    await page.locator(".display .customer").waitFor();
  });
});
