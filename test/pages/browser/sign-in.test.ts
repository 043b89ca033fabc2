// The way in and out of the dashboard, as a person goes it: through the provider's own pages.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";

const PASSWORD = "four unrelated quiet words";
const SETUP_PATH = "/realms/payment-platform/login-actions/action-token";
const WRONG = { viewport: TILL, allowed: /status of 400/ };

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL("**/dashboard/home");
}

async function submit(page: Page, { email }: Shop, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Leaves out the key, as history does. */
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).hash;

const payments = (page: Page) => page.getByRole("heading", { name: "Payments", level: 1 });

describe("an owner", () => {
  it("signs in, stays signed in, and signs out", async ({ open, shop }) => {
    const { id } = await shop.createIntent({ reference: "order-1" });
    const setup = await open(shop.setupUrl);
    await setPassword(setup, PASSWORD);
    await setup.getByRole("heading", { name: "First steps" }).waitFor();
    expect(address(setup)).toBe("/dashboard/home");
    const page = await open(`/dashboard/payments/${id}`, WRONG);
    await submit(page, shop, "not the password");
    await page.getByRole("alert").getByText("do not match").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(shop.email);
    await submit(page, shop, PASSWORD);
    await page.getByRole("heading", { name: "Payment", level: 1 }).waitFor();
    await page.getByText("order-1").first().waitFor();
    await page.getByRole("link", { name: "Payments" }).first().click();
    await payments(page).waitFor();
    await page.reload();
    await page.getByRole("row", { name: /order-1/ }).waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await page.goBack();
    await page.getByLabel("Password").waitFor();
    expect(await page.getByText("order-1").count()).toBe(0);
  });

  it("who has forgotten the password sets a new one", async ({ open, shop }) => {
    await setPassword(await open(shop.setupUrl), PASSWORD);
    const page = await open("/dashboard", WRONG);
    await page.getByRole("link", { name: "Forgotten password" }).click();
    await page.getByLabel("Email").fill(shop.email);
    await page.getByRole("button", { name: "Request a link" }).click();
    await page.getByRole("status").getByText("will be sent a link").waitFor();
    await page.getByRole("link", { name: "set a new password here" }).click();
    await setPassword(page, "five other and louder words");

    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await page.goto(new URL("/dashboard", shop.url).href);
    await submit(page, shop, PASSWORD);
    await page.getByRole("alert").getByText("do not match").waitFor();
    await submit(page, shop, "five other and louder words");
    await page.getByRole("heading", { name: "First steps" }).waitFor();
  });

  it("pastes the setup link where scripts do not run", async ({ open, shop }) => {
    const page = await open(SETUP_PATH, { javaScript: false });
    await page.getByLabel("Setup link").fill(shop.setupUrl);
    await page.getByRole("button", { name: "Continue" }).click();
    await setPassword(page, PASSWORD);
  });
});
