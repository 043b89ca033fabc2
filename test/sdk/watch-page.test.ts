// What a watch does when a page is hidden, frozen or offline and comes back, and how it is ended from outside.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPublicClient, type WatchOptions } from "#sdk/index.ts";
import { INTENT_ID } from "./support/scripted-service.ts";
import { startService } from "./support/watched-service.ts";

const page = { window: new EventTarget(), document: Object.assign(new EventTarget(), { hidden: false }) };

beforeEach(() => {
  page.window = new EventTarget();
  page.document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.document);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function begin(options: WatchOptions = {}) {
  const service = startService();
  const watched = createPublicClient(service.options).watch(INTENT_ID, options);
  watched.catch(() => {});
  await service.pass(0);
  service.socket()?.open();
  await service.pass(0);
  return { service, watched };
}

describe("a page that goes offline", () => {
  it("is not live any more, although its socket is still open, until a read succeeds", async () => {
    const connections: string[] = [];
    const { service } = await begin({ onConnection: (connection) => connections.push(connection) });
    service.failure = new TypeError("no network");
    page.window.dispatchEvent(new Event("offline"));
    expect([connections, service.socket().isClosed]).toEqual([["polling", "live", "offline"], true]);
    await service.pass(3_000);
    expect(connections.at(-1)).toBe("offline");
    service.failure = null;
    await service.pass(10_000);
    service.socket().open();
    expect(connections.slice(3)).toEqual(["polling", "live"]);
  });
});

describe("a page that comes back", () => {
  it.each([
    ["online", () => page.window.dispatchEvent(new Event("online"))],
    ["shown", () => page.document.dispatchEvent(new Event("visibilitychange"))],
    [
      "from the back/forward cache",
      () => page.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
    ],
  ])("%s reads at once and opens a new WebSocket", async (_, comeBack) => {
    const { service, watched } = await begin();
    const [first] = service.sockets;
    comeBack();
    await service.pass(0);
    expect(service.reads).toHaveLength(2);
    expect(first?.isClosed).toBe(true);
    expect(service.sockets).toHaveLength(2);

    service.intent.status = "completed";
    comeBack();
    await service.pass(0);
    expect((await watched).status).toBe("completed");
    comeBack();
    await service.pass(0);
    expect(service.reads).toHaveLength(3);
  });

  it("does not wait for the next attempt after a failure", async () => {
    const { service } = await begin();
    service.failure = new TypeError("no network");
    service.socket().lose();
    await service.pass(60_000);
    service.failure = null;
    service.intent.status = "completed";
    const before = service.reads.length;
    page.window.dispatchEvent(new Event("online"));
    await service.pass(0);
    expect(service.reads).toHaveLength(before + 1);
  });
});

describe("a page that stays", () => {
  it.each([
    [
      "is hidden",
      () => {
        page.document.hidden = true;
        page.document.dispatchEvent(new Event("visibilitychange"));
      },
    ],
    ["is loaded", () => page.window.dispatchEvent(new Event("pageshow"))],
  ])("does nothing when it %s", async (_, act) => {
    const { service } = await begin();
    act();
    await service.pass(0);
    expect(service.reads).toHaveLength(1);
    expect(service.sockets).toHaveLength(1);
  });
});

describe("a watch is ended", () => {
  it("by the caller's signal, with its reason", async () => {
    const controller = new AbortController();
    const { service, watched } = await begin({ signal: controller.signal });
    controller.abort(new Error("the customer has left"));
    await expect(watched).rejects.toThrow("the customer has left");
    expect(service.socket().isClosed).toBe(true);
    await service.pass(600_000);
    expect(service.reads).toHaveLength(1);
  });

  it("before it begins, by a signal that is aborted already", async () => {
    const { service, watched } = await begin({ signal: AbortSignal.abort(new Error("too late")) });
    await expect(watched).rejects.toThrow("too late");
    expect(service.reads).toEqual([]);
  });

  it.each(["a read", "the WebSocket"])("by what onChange throws, after %s", async (source) => {
    let changes = 0;
    const onChange = () => {
      changes += 1;
      if (changes === (source === "a read" ? 1 : 2)) throw new Error("cannot draw");
    };
    const { service, watched } = await begin({ onChange });
    service.intent.status = "pending_approval";
    service.socket()?.say(service.body());
    await expect(watched).rejects.toThrow("cannot draw");
  });
});
