// A day at the cash desk, played in real browsers.
import type { Route } from "playwright-core";
import { describe } from "vitest";
import {
  ask,
  begin,
  beginShift,
  closeDesk,
  correct,
  DESK_TIME_ZONE,
  enter,
  makeDesk,
  openDesk,
  showCode,
} from "./support/desk.ts";
import { it } from "./support/it.ts";
import { scanByKeys } from "./support/keyboard-scanner.ts";
import { heading } from "./support/till.ts";
import { balance, openWallet } from "./support/wallet.ts";

describe("a cash desk", () => {
  it.concurrent("takes money into a wallet whose customer is seen first: once, whatever is lost or clicked twice", async ({
    open,
    url,
    expect,
  }) => {
    const phone = await openWallet(open);
    const { id, link } = await makeDesk(url);
    const page = await open(link, { allowed: /Failed to load resource/ });
    await page.getByRole("heading", { name: "Front desk" }).waitFor();
    await page.getByRole("button", { name: "Pair", exact: true }).click();
    await page.getByRole("button", { name: "Top up" }).waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await begin(page, "top_up", await showCode(phone));
    await page.locator(".display .customer").waitFor();
    await enter(page, "1250");
    let attempts = 0;
    await page.route("**/top-ups", async (route) => {
      attempts += 1;
      if (attempts === 1) await route.fetch();
      await (attempts === 1 ? route.abort() : route.continue());
    });
    await page.getByRole("button", { name: "Confirm" }).dblclick();
    await heading(page, "No response yet").waitFor();
    await page.reload();
    await heading(page, "Topped up").waitFor();
    await expect.poll(() => balance(phone)).toBe("$112.50");
    await phone.locator(".line").getByText("Front desk").waitFor();
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: "Today" }).click();
    await page.locator(".sales li").waitFor();
    expect(await page.locator(".total strong").allTextContents()).toEqual(["$12.50", "$0.00"]);
    expect(await page.locator(".sales li").count()).toBe(1);
    await page.getByRole("button", { name: /^Print again: \$12.50/ }).click();
    expect(await page.locator(".receipt").textContent()).toMatch(/^Front desk.*\$12\.50Topped up/);
    const made = page.locator(".sales time");
    const time = new Date((await made.getAttribute("datetime")) ?? "");
    const shown = (style: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat("en", { ...style, timeZone: DESK_TIME_ZONE }).format(time);
    expect(await made.textContent()).toBe(shown({ timeStyle: "short" }));
    expect(await page.locator(".receipt").textContent()).toContain(
      shown({ dateStyle: "medium", timeStyle: "short" }),
    );
    await closeDesk(url, id);
    await page.reload();
    await heading(page, "This tablet is not paired").waitFor();
  });

  it.concurrent("pays out who shows a code and approves, and nobody by a wallet's id", async ({
    open,
    url,
    expect,
  }) => {
    const phone = await openWallet(open);
    const page = await openDesk(open, url);
    await begin(page, "pay_out", crypto.randomUUID());
    await page.getByText("This does not look like a customer’s code.").waitFor();
    await page.locator("#code").fill(await showCode(phone));
    await page.locator("form.typed button").click();
    await enter(page, "725");
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(page, "Waiting for approval").waitFor();
    expect(await page.locator(".time-left time").textContent()).toMatch(/^[12]:\d\d$/);
    await phone.getByText("Front desk wants to pay you out").waitFor();
    await phone.getByRole("button", { name: "Approve $7.25" }).click();
    await heading(phone, "Paid out").waitFor();
    await heading(page, "Paid out").waitFor();
    await expect.poll(() => balance(phone)).toBe("$92.75");
    // Nobody hands out the same cash the next morning.
    await page.reload();
    await page.getByRole("button", { name: "Pay out" }).waitFor();

    await ask(page, "pay_out", await showCode(phone), "725");
    await phone.getByRole("button", { name: "Reject" }).click();
    await heading(phone, "Rejected").waitFor();
    await heading(page, "Declined").waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();

    await ask(page, "pay_out", await showCode(phone), "725");
    await heading(page, "Waiting for approval").waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();
    await page.getByRole("button", { name: "Pay out" }).waitFor();
    // It would be read at once if the desk were still waiting for it.
    await page.evaluate(() => dispatchEvent(new Event("online")));
    expect(await page.evaluate(() => localStorage.getItem("desk.movement"))).toBe(null);
    const late = { json: { success: true, pay_out: { status: "expired" } } };
    await phone.route("**/reject", (route) => route.fulfill(late));
    await phone.getByRole("button", { name: "Reject" }).click();
    await heading(phone, "Expired").waitFor();
  });

  it.concurrent("plays a shift: a wrong top-up is put right, a pay-out is withdrawn, and the cash is counted", async ({
    open,
    url,
    expect,
  }) => {
    const phone = await openWallet(open);
    const page = await openDesk(open, url, {
      limits: { clerks: ["Ada", "Grace"] },
      allowed: /status of 409/,
    });
    await heading(page, "Begin shift").waitFor();
    await beginShift(page, "Grace", "10000");
    await page.getByText("Cash desk · Grace").waitFor();
    await ask(page, "top_up", await showCode(phone), "5000");
    await heading(page, "Topped up").waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();

    await correct(page, "500");
    await page.getByText("Hand out no cash.").waitFor();
    expect(await page.locator(".sale .entered").textContent()).toBe("$45.00");
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(page, "Waiting for approval").waitFor();
    await phone.getByText("Front desk asks for money back").waitFor();
    await phone.getByText("of $50.00 was too much").waitFor();
    await phone.getByRole("button", { name: "Approve $45.00" }).click();
    await heading(phone, "Paid back").waitFor();
    await heading(page, "Correction").waitFor();
    await expect.poll(() => balance(phone)).toBe("$105.00");
    await page.getByRole("button", { name: "Next customer" }).click();

    await correct(page, "700");
    await page.getByText("Take the cash first.").waitFor();
    expect(await page.locator(".sale .entered").textContent()).toBe("$2.00");
    await page.getByRole("button", { name: "Cancel" }).click();

    await ask(page, "pay_out", await showCode(phone), "725");
    await phone.getByRole("button", { name: "Approve $7.25" }).waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();
    // What comes after it is read when it is asked for.
    const onePage = (route: Route) => route.continue({ url: route.request().url().replace("=50", "=1") });
    await page.route("**/movements?limit=50", onePage, { times: 1 });
    await page.getByRole("button", { name: "Today" }).click();
    await page.getByRole("button", { name: "Show earlier ones" }).click();
    await page.locator(".sales li").nth(2).waitFor();
    expect(await page.locator(".sales button.big").isVisible()).toBe(false);
    const totals = ["Topped up$50.00Correction: -$45.00", "Paid out$0.00"];
    expect(await page.locator(".sales .total").allTextContents()).toEqual(totals);
    expect(await page.locator(".sales .act").allTextContents()).toEqual(["Withdraw request", "Wrong amount"]);
    await page.locator(".sales").getByRole("button", { name: "Withdraw request" }).click();
    await heading(page, "Withdrawn").waitFor();
    await phone.getByText("The desk no longer asks for it.").waitFor();
    await page.reload();

    await page.getByRole("button", { name: "End shift" }).click();
    await page.locator("[data-amount]").waitFor();
    await page.keyboard.type("10450");
    await page.keyboard.press("Enter");
    const underWay = { success: false, code: "movement_under_way", error: "", request_id: "1" };
    await page.route("**/close", (route) => route.fulfill({ status: 409, json: underWay }), { times: 1 });
    await page.getByRole("button", { name: "End shift" }).click();
    await page.getByText("The shift cannot end yet: a movement has no result.").waitFor();
    await page.getByRole("button", { name: "End shift" }).click();
    await heading(page, "Shift ended").waitFor();
    const sums = ["$100.00", "$50.00", "-$45.00", "$0.00", "$105.00", "$104.50", "-$0.50"];
    expect(await page.locator(".facts dd").allTextContents()).toEqual(sums);
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: "Print receipt" }).click();
    expect(await page.locator(".receipt").textContent()).toMatch(
      /^Front desk.*\$104\.50Shift ended.*Grace.*\$100\.00Topped up\$50\.00Correction-\$45\.00Paid out/,
    );
    // Nobody stands there any more, who could ask anything back.
    expect(await page.locator(".bar").textContent()).not.toContain("Grace");
    await page.getByRole("button", { name: "Today" }).click();
    await page.locator(".sales li").first().waitFor();
    expect(await page.locator(".sales .act").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.locator("body").textContent()).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
    await page.getByRole("button", { name: "Begin shift" }).click();
    await page.getByRole("button", { name: "Ada" }).waitFor();
  });

  it.concurrent("shows its limits, takes nothing above them, and is unpaired", async ({
    open,
    url,
    shop,
    expect,
  }) => {
    const wallet = await shop.createWallet("USD");
    const limits = { top_up_max: 200, top_up_day: 300 };
    const page = await openDesk(open, url, { limits, allowed: /status of 422|Failed to load/ });
    await begin(page, "top_up", (await shop.createWallet("EUR")).id);
    await page.getByText("The wallet does not hold this currency.").waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();
    await begin(page, "top_up", wallet.id);
    await page.getByText("At most $200.00 at once. $300.00 left today.").waitFor();
    const goOn = page.getByRole("button", { name: "Continue" });
    await page.keyboard.type("20001");
    await page.keyboard.press("Enter");
    expect([await goOn.isDisabled(), await page.locator("[data-step=confirm]").count()]).toEqual([true, 0]);
    await page.keyboard.press("Escape");
    await enter(page, "20000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(page, "Topped up").waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();
    await begin(page, "top_up", wallet.id);
    await page.getByText("At most $200.00 at once. $100.00 left today.").waitFor();
    await page.keyboard.type("10001");
    await expect.poll(() => goOn.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    // The service refuses what is above limits that could not be read, and is not asked again for the same.
    await page.route("**/movements?**", (route) => route.abort());
    await ask(page, "top_up", wallet.id, "20001");
    await heading(page, "No money has moved.").waitFor();
    await page.getByText("It is more than this desk may move at once.").waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Unpair this tablet" }).click();
    await page.getByRole("dialog", { name: "Unpair" }).getByRole("button", { name: "Unpair" }).click();
    await heading(page, "This tablet is not paired").waitFor();
  });

  it("says since when its currency is not in use, and takes no more of it: it only pays out", async ({
    open,
    url,
    expect,
  }) => {
    const phone = await openWallet(open);
    const page = await openDesk(open, url);
    await page.route("**/desk/session", async (route) => {
      const response = await route.fetch();
      const { session } = await response.json();
      const desk = { ...session.desk, currency: "BGN" };
      await route.fulfill({ response, json: { success: true, session: { ...session, desk } } });
    });
    await page.reload();
    const payOut = page.getByRole("button", { name: "Pay out" });
    const ended = page.getByText("BGN has not been in use since January 1, 2026.");
    await ended.waitFor();
    expect(await page.getByRole("button", { name: "Top up" }).count()).toBe(0);
    await scanByKeys(page, await showCode(phone));
    await page.locator(".panel > p").getByText("The customer’s code was scanned.").waitFor();
    await ended.waitFor();
    await payOut.click();
    await page.getByText("The wallet does not hold this currency.").waitFor();
  });
});
