// The script of the checkout page, on a page that has only what it touches. In Node.
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, describe, expect, it, vi } from "vitest";

const ID = "01a20338-4303-7325-ba9b-12f62e322a6e";
const STATES = ["open", "approval", "underway", "unpayable", "completed", "cancelled", "expired"];

let script: string;
beforeAll(async () => {
  const entryPoints = ["src/parts/checkout/browser/checkout.ts"];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  script = outputFiles[0]?.text ?? "";
});

class FakeElement {
  hidden = false;
  textContent = "";
  readonly dataset: Record<string, string>;
  constructor(dataset: Record<string, string> = {}) {
    this.dataset = dataset;
  }
}

/**
 * Runs the script on a page that was sent while the intent was open; the deadline is in `leftMs`. `aheadMs`: of the device's
 * clock; `saysTime`: whether the service says what time it is.
 */
async function openPage(leftMs: number, { isPayable = true, aheadMs = 0, saysTime = true } = {}) {
  const now = Date.UTC(2026, 10, 22);
  const clock = { now, aheadMs, sleptMs: 0 };
  const timeThere = () => new Date(clock.now).toISOString();
  const intent = {
    id: ID,
    status: "pending",
    is_payable: true,
    is_processing: false,
    refund_status: null as string | null,
    expires_at: new Date(now + leftMs).toISOString(),
  };
  const words = { live: "Updates live", polling: "Updates soon", offline: "No connection" };
  const main = new FakeElement({ intent: ID, state: "open", ...words });
  const connection = Object.assign(new FakeElement(), { hidden: true });
  const announcement = new FakeElement();
  const declined = Object.assign(new FakeElement(), { hidden: true, textContent: "declined" });
  const countdown = new FakeElement();
  const sections = STATES.map((state) => new FakeElement({ for: state }));
  const button = new FakeElement({ for: "completed refunded cancelled expired" });
  for (const section of [...sections, button]) section.hidden = section.dataset.for !== "open";
  const sockets: { url: string; listeners: Record<string, (event: { data?: string }) => void> }[] = [];
  const ticks: (() => void)[] = [];
  const location = { origin: "https://payments.example.com", reload: vi.fn() };
  const found: Record<string, object | null> = {
    main,
    ".code": isPayable ? new FakeElement() : null,
    ".connection": connection,
    ".announcement": announcement,
    ".countdown": countdown,
    ".declined": declined,
    "[data-print]": Object.assign(new FakeElement(), { addEventListener: () => {} }),
  };
  const document = {
    title: "€12.50 · Bean & Leaf",
    hidden: false,
    addEventListener: () => {},
    querySelectorAll: (selector: string) => (selector === "[data-for]" ? [...sections, button] : []),
    querySelector: (selector: string) => {
      const [, state] = /^\[data-for="(\w+)"\] h2$/.exec(selector) ?? [];
      return state === undefined ? found[selector] : { textContent: `title of ${state}` };
    },
  };
  class PageDate extends Date {
    static override now = () => clock.now + clock.aheadMs;
  }
  runInNewContext(script, {
    document,
    location,
    Date: PageDate,
    performance: { timeOrigin: 0, now: () => clock.now - now - clock.sleptMs },
    AbortController,
    AbortSignal,
    Headers,
    URL,
    URLSearchParams,
    console,
    setInterval: (tick: () => void) => ticks.push(tick),
    setTimeout: (act: () => void, ms: number) => (ms === 5_000 ? act() : undefined),
    clearTimeout: () => {},
    addEventListener: () => {},
    fetch: async (path: string) => {
      if (path === `/pay/${ID}/receipt`) return new Response(null, { status: 404 });
      const headers = saysTime ? { "Server-Time": timeThere() } : undefined;
      return Response.json({ success: true, payment_intent: intent }, headers && { headers });
    },
    WebSocket: class {
      constructor(url: string) {
        sockets.push({ url, listeners: this.listeners });
      }
      listeners: Record<string, (event: { data?: string }) => void> = {};
      addEventListener(type: string, listener: (event: { data?: string }) => void) {
        this.listeners[type] = listener;
      }
      send() {}
      close() {}
    },
  });
  await expect.poll(() => sockets).toHaveLength(1);
  const say = () => {
    const data = { payment_intent: intent, ...(saysTime && { server_time: timeThere() }) };
    sockets[0]?.listeners.message?.({ data: JSON.stringify(data) });
  };
  const shown = () => [...sections, button].filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.for);
  const pass = (ms: number) => {
    clock.now += ms;
    for (const tick of ticks) tick();
  };
  return {
    clock,
    intent,
    main,
    connection,
    announcement,
    countdown,
    declined,
    document,
    location,
    sockets,
    say,
    shown,
    pass,
  };
}

describe("the script of the checkout page", () => {
  it("counts down, and shows after the deadline what the service says", async () => {
    const page = await openPage(60_000);
    page.pass(1_000);
    expect(page.countdown.textContent).toBe("0:59");
    page.pass(120_000);
    expect([page.countdown.textContent, page.shown()]).toEqual(["0:00", ["open"]]);
    page.intent.is_processing = true;
    page.say();
    expect([page.announcement.textContent, page.shown()]).toEqual(["title of underway", ["underway"]]);
    expect(page.document.title).toBe("€12.50 · Bean & Leaf");
    page.intent.status = "expired";
    page.say();
    expect(page.shown()).toEqual(["expired", "completed refunded cancelled expired"]);
  });

  const HOUR = 3_600_000;

  it.each([HOUR, -HOUR, 24 * HOUR, -24 * HOUR, -Date.UTC(2026, 10, 22)])(
    "shows the same on a device whose clock is %i ms ahead, and is set an hour on meanwhile",
    async (aheadMs) => {
      const page = await openPage(60_000, { aheadMs });
      page.pass(1_000);
      expect([page.countdown.textContent, page.shown()]).toEqual(["0:59", ["open"]]);
      page.clock.aheadMs += HOUR;
      page.pass(1_000);
      expect([page.countdown.textContent, page.shown()]).toEqual(["0:58", ["open"]]);
    },
  );

  it("takes the time anew from each message, and tells no seconds where the service says none", async () => {
    const page = await openPage(60_000);
    page.clock.sleptMs = 30_000;
    page.pass(30_000);
    page.say();
    page.pass(0);
    expect(page.countdown.textContent).toBe("0:30");
    const without = await openPage(60_000, { saysTime: false, aheadMs: HOUR });
    without.say();
    without.pass(1_000);
    expect([without.countdown.textContent, without.shown()]).toEqual(["", ["open"]]);
  });

  it("says that a payment is being processed, that it was declined, and no more of it than that", async () => {
    const page = await openPage(60_000);
    const become = (change: object) => {
      Object.assign(page.intent, change);
      page.say();
      return [page.shown()[0], page.declined.hidden, page.announcement.textContent];
    };
    expect(become({ is_processing: true })).toEqual(["underway", true, "title of underway"]);
    expect(become({ is_processing: false })).toEqual(["open", false, "declined"]);
    expect(become({ is_payable: false })).toEqual(["unpayable", true, "title of unpayable"]);
    expect(become({ is_payable: true })[0]).toBe("open");
    expect(page.location.reload).not.toHaveBeenCalled();
    expect(become({ is_processing: true })).toEqual(["underway", true, "title of underway"]);
    expect(become({ status: "completed", is_processing: false })[1]).toBe(true);
  });

  it("loads the page again for the code that was not in it", async () => {
    const page = await openPage(60_000, { isPayable: false });
    page.intent.is_payable = false;
    page.say();
    expect(page.location.reload).not.toHaveBeenCalled();
    page.intent.is_payable = true;
    page.say();
    expect(page.location.reload).toHaveBeenCalledOnce();
  });

  it("loads the page again when it cannot go on", async () => {
    const page = await openPage(60_000);
    page.sockets[0]?.listeners.message?.({ data: "not JSON" });
    await expect.poll(() => page.location.reload).toHaveBeenCalledOnce();
  });
});
