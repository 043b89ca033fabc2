// The name by which a customer is known at a cash desk.
import { describe, expect } from "vitest";
import { begin, enter, openDesk, showCode } from "./support/desk.ts";
import { it } from "./support/it.ts";
import { heading } from "./support/till.ts";
import { openWallet } from "./support/wallet.ts";

describe("a customer's name", () => {
  it("is chosen in the settings, seen at the desk, and taken away again", async ({ open, url }) => {
    const phone = await openWallet(open, {}, "/wallet?show=settings");
    const desk = await openDesk(open, url);
    const choose = async (name: string) => {
      await phone.getByLabel("Your name").fill(name);
      await phone.getByRole("button", { name: "Save name" }).click();
      await phone.getByText("Saved.").waitFor();
    };
    await choose(" Ada <b> ");
    expect(await phone.getByLabel("Your name").inputValue()).toBe("Ada <b>");
    await begin(desk, "top_up", await showCode(phone));
    await desk.locator(".display .customer").getByText("Ada <b>").waitFor();
    await enter(desk, "500");
    await desk.getByRole("button", { name: "Confirm" }).click();
    await heading(desk, "Topped up").waitFor();
    await desk.getByRole("button", { name: "Today" }).click();
    await desk.locator(".sales .who", { hasText: "Ada <b>" }).waitFor();
    await phone.goto(`${url}/wallet?show=settings`);
    await choose("");
    await phone.reload();
    await phone.locator("#name:enabled").waitFor();
    expect(await phone.locator("#name").inputValue()).toBe("");
  });
});
