// What can happen to a customer's connection while the payment is made, in a real browser: afterwards the page shows the
// right state. `npm run test:long -- test/pages/browser/watch.test.ts` does each a hundred times and allows two seconds.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { it } from "./support/it.ts";
import { type Relay, startRelay } from "./support/relay.ts";

const REPETITIONS = inject("longTests") ? 100 : 1;
/** A machine that runs every test is slow. */
const RIGHT_WITHIN_MS = inject("longTests") ? 2_000 : 10_000;
/** A hundred payments. */
const TIMEOUT_MS = 600_000;
/** What the browser itself reports of a lost connection. */
const LOST = /ERR_|WebSocket/;

interface Disturbance {
  name: string;
  /** Resolves when the page could show the payment again. */
  pay(page: Page, relay: Relay, pay: () => Promise<unknown>): Promise<unknown>;
}

const DISTURBANCES: Disturbance[] = [
  {
    name: "the socket is killed",
    pay: async (_page, relay, pay) => {
      relay.killSockets();
      await pay();
    },
  },
  {
    name: "the page is loaded again",
    pay: async (page, _relay, pay) => {
      await pay();
      await page.reload({ waitUntil: "commit" });
    },
  },
  {
    name: "the socket has died in silence while the tab was hidden",
    pay: async (page, relay, pay) => {
      await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, writable: true }));
      relay.deafenSockets();
      await pay();
      await page.evaluate(() => {
        Object.assign(document, { hidden: false });
        document.dispatchEvent(new Event("visibilitychange"));
      });
    },
  },
  {
    name: "the device was offline",
    pay: async (page, relay, pay) => {
      await page.context().setOffline(true);
      relay.deafenSockets();
      await pay();
      await page.context().setOffline(false);
    },
  },
];

describe("a customer whose payment is made", () => {
  let relay: Relay;
  beforeAll(async () => {
    relay = await startRelay();
    relay.passTo(Number(new URL(inject("playground")?.url ?? "http://localhost:1").port));
  });
  afterAll(() => relay.close());

  it.for(DISTURBANCES)("when $name sees it paid", { timeout: TIMEOUT_MS }, async (how, { open, shop }) => {
    const times: number[] = [];
    for (let count = 0; count < REPETITIONS; count++) {
      const { id } = await shop.createIntent();
      const page = await open(`http://localhost:${relay.port}/pay/${id}`, { allowed: LOST });
      await page.getByText("Updates live").waitFor();
      await how.pay(page, relay, () => shop.sandbox.simulate(id, "pay"));
      const since = Date.now();
      await page.getByRole("heading", { name: "Paid" }).waitFor();
      times.push(Date.now() - since);
      await page.context().close();
    }
    if (inject("longTests")) console.log(`${how.name}: right after ${Math.max(...times)} ms at most`);
    expect(times.filter((ms) => ms > RIGHT_WITHIN_MS)).toEqual([]);
  });
});
