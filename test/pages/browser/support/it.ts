// `it` for tests that look at pages: it opens them, and fails when a page logs an error or breaks its own policy.
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { it as base, expect, inject } from "vitest";
import type { Language } from "#pages/languages.ts";
import { openShop, type Shop } from "./shop.ts";
import { signIn } from "./sign-in.ts";

/** How soon a practised hand types the next key: what comes sooner is a scanner's. */
const HAND_MS = 80;

export const PHONE = { width: 390, height: 844 };
export const TILL = { width: 1280, height: 800 };

export interface OpenOptions {
  language?: Language;
  theme?: "light" | "dark";
  viewport?: { width: number; height: number };
  javaScript?: boolean;
  /** A phone or tablet instead of a mouse. */
  touch?: boolean;
  /** How far the device's clock is ahead of the true time. */
  clockAheadMs?: number;
  /** Whose owner is signed in. */
  owner?: Shop;
  /** It is another browser profile than that of the test's other pages. */
  context?: BrowserContext;
  /** Makes the profile ready, such as by a session at the service with that URL. */
  prepare?: (context: BrowserContext, url: string) => Promise<void>;
  /** Matches errors that the test provokes. */
  allowed?: RegExp;
}

/** Opens a path of the service. Each page has a profile of its own, unless it is given one. */
export type Open = (path: string, options?: OpenOptions) => Promise<Page>;

interface Fixtures {
  open: Open;
  url: string;
  /** A new one. */
  shop: Shop;
  /** All tests of a file share it: those that change nothing in it that another one looks at. */
  sharedShop: Shop;
}

const playground = inject("playground");
const sharedShops = new WeakMap<object, Promise<Shop>>();
const browser = playground === null ? null : await chromium.connect(playground.browser);

export const it = base.extend<Fixtures>({
  url: async ({ skip }, use) => {
    if (playground === null) return skip();
    await use(playground.url);
  },
  shop: async ({ url }, use) => await use(await openShop(url)),
  sharedShop: async ({ url, task: { file } }, use) => {
    const shop = sharedShops.get(file) ?? openShop(url);
    sharedShops.set(file, shop);
    await use(await shop);
  },
  open: async ({ url }, use) => {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    await use(async (path, options = {}) => {
      const context = options.context ?? (await newProfile(options));
      contexts.push(context);
      await options.prepare?.(context, url);
      const page = await context.newPage();
      useHand(page);
      reportProblems(page, problems, options.allowed);
      await page.goto(new URL(path, url).href);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(problems).toEqual([]);
  },
});

async function newProfile(options: OpenOptions): Promise<BrowserContext> {
  const { language = "en", theme = "light", viewport = PHONE, javaScript = true, touch = false } = options;
  if (browser === null) throw new Error("there is no browser");
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport,
    javaScriptEnabled: javaScript,
    hasTouch: touch,
    isMobile: touch,
    timezoneId: "UTC",
    // Nothing is in motion when it is looked at.
    reducedMotion: "reduce",
  });
  if (options.clockAheadMs !== undefined) await context.addInitScript(setClock, options.clockAheadMs);
  if (options.owner !== undefined) await signIn(context, options.owner);
  return context;
}

function useHand({ keyboard }: Page): void {
  const type = keyboard.type.bind(keyboard);
  keyboard.type = (text, options) => type(text, { delay: HAND_MS, ...options });
}

/** Violations of the Content-Security-Policy are errors in the console too. */
function reportProblems(page: Page, problems: string[], allowed: RegExp = /^$/): void {
  const report = (problem: string) => {
    if (!allowed.test(problem)) problems.push(problem);
  };
  page.on("console", (message) => message.type() === "error" && report(message.text()));
  page.on("pageerror", (error) => report(String(error)));
}

/** Runs in a page: its clock is so far ahead of the true time from then on. */
export function setClock(aheadMs: number): void {
  const { timeOrigin } = performance;
  class DeviceDate extends Date {
    constructor(...given: [] | [string | number]) {
      super(...((given.length === 0 ? [DeviceDate.now()] : given) as [number]));
    }
    static override now = () => timeOrigin + performance.now() + aheadMs;
  }
  globalThis.Date = DeviceDate as DateConstructor;
}
