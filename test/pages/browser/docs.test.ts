// The documents in a browser: at once, without JavaScript, on a small phone, by keyboard, in both themes.
import { describe, expect } from "vitest";
import { findViolations } from "./support/axe.ts";
import { it, TILL } from "./support/it.ts";
import { findLostControls, findOverflow } from "./support/look.ts";

const SMALL = { width: 320, height: 640 };
/** The largest page of the reference is among them. */
const PATHS = ["/docs", "/docs/api/payment-intents", "/docs/api/platform", "/docs/plugin", "/docs/webhooks"];
const LOADED_WITHIN_MS = 1_000;
const BYTES_MAX = 300_000;

describe.each(PATHS)("%s", (path) => {
  it.for([
    { theme: "light", viewport: SMALL },
    { theme: "dark", viewport: TILL },
  ] as const)("is for everybody, in $theme", async (options, { open }) => {
    const page = await open(path, options);
    expect(await findViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
  });

  it("is there within a second with at most 300 KB, and reads without JavaScript", async ({ open }) => {
    const page = await open(path);
    await page.waitForLoadState("load");
    const { loaded, bytes } = await page.evaluate(() => {
      const entries = performance.getEntriesByType("navigation");
      const all = [...entries, ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[];
      return {
        loaded: (entries[0] as PerformanceNavigationTiming).loadEventStart,
        bytes: all.reduce((sum, { transferSize }) => sum + transferSize, 0),
      };
    });
    expect(loaded).toBeLessThanOrEqual(LOADED_WITHIN_MS);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
    const plain = await open(path, { javaScript: false });
    expect(await plain.locator("main").innerText()).toBe(await page.locator("main").innerText());
  });
});

it("has nothing in a guide that a keyboard does not reach", async ({ open }) => {
  const page = await open("/docs/plugin");
  expect(await findLostControls(page)).toEqual([]);
});
