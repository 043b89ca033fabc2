// One browser and one service for all files that look at pages.
import type { TestProject } from "vitest/node";
import { NoBrowserError, startBrowser } from "./browser.ts";
import { startService } from "./service.ts";

export interface Playground {
  /** The URL of the service. */
  url: string;
  /** The endpoint of the browser, for Playwright. */
  browser: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Whether `npm run test:long` is running. */
    longTests: boolean;
    /** It is null where there is no browser: the tests are skipped. */
    playground: Playground | null;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const browser = await startBrowser().catch(reportMissing);
  if (browser === null) {
    project.provide("playground", null);
    return undefined;
  }
  const service = await startService();
  project.provide("playground", { url: service.url, browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    await service.close();
  };
}

/** On CI, nothing may be skipped. */
function reportMissing(error: Error): null {
  if (!(error instanceof NoBrowserError) || process.env.REQUIRE_BROWSER === "1") throw error;
  console.log(`skipped: the pages' tests in a browser (${error.message})`);
  return null;
}
