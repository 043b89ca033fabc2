import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listen } from "#sdk/cli/listen.ts";
import { openProgress } from "#sdk/cli/progress.ts";
import { connectionFrom } from "#sdk/options.ts";
import { createTransport } from "#sdk/transport/transport.ts";
import { verifyWebhook } from "#sdk/verify-webhook.ts";

const SECRET = "whsec_dGVzdC13ZWJob29rLXNlY3JldC0zMi1ieXRlcy1sb25n";
const RECEIVER = "http://receiver.test/webhooks";
const NOW = Date.parse("2026-03-01T12:00:00Z");

const folder = mkdtempSync(join(tmpdir(), "listen-"));
afterAll(() => rmSync(folder, { recursive: true }));

const idAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-00000000abcd`;
};

/** An event's body, with numbers that a double does not hold. */
const bodyOf = (n: number) =>
  `{"type":"payment.completed","data":{"sequence":${n},"metadata":{"order":12345678901234567890,"price":1.10}}}`;

/** A service with a feed, and a receiver whose responses are given one by one; it takes everything after them. */
function world(file: string) {
  const path = join(folder, file);
  const feed: { id: string; body: string }[] = [];
  const received: { id: string; body: string; headers: Headers }[] = [];
  const responses: (number | "none")[] = [];
  const printed: string[] = [];
  let failures = 0;
  let stopAfter = Number.POSITIVE_INFINITY;
  let stop = new AbortController();

  const readFeed = (url: URL) => {
    if (failures-- > 0) throw new TypeError("connection refused");
    const after = url.searchParams.get("after") ?? "";
    const following = feed.filter(({ id }) => id > after);
    const page = following.slice(0, 100).map(({ id, body }) => `{"id":"${id}",${body.slice(1)}`);
    const text = `{"success":true,"events":[${page}],"next_after":null,"has_more":${following.length > 100}}`;
    const headers = { "Content-Type": "application/json", "Server-Time": new Date(NOW).toISOString() };
    return new Response(text, { headers });
  };
  const receive = async (init: RequestInit) => {
    const response = responses.shift() ?? 204;
    if (response === "none") throw new TypeError("connection refused");
    const headers = new Headers(init.headers);
    if (response === 204)
      received.push({ id: headers.get("webhook-id") ?? "", body: String(init.body), headers });
    if (received.length === stopAfter) stop.abort(new Error("killed"));
    return new Response(null, { status: response });
  };
  const connection = connectionFrom({
    baseUrl: "http://payments.test",
    fetch: async (url, init) => (url === RECEIVER ? await receive(init) : readFeed(new URL(url))),
    // It waits a second once the feed is read: nothing more happens then.
    sleep: async (ms) => {
      if (ms === 1_000) stop.abort(new Error("idle"));
      stop.signal.throwIfAborted();
    },
  });
  return {
    ...{ feed, received, responses, printed, path },
    happen: (count: number) => {
      for (let i = 0; i < count; i++)
        feed.push({ id: idAt(NOW + 1 + feed.length), body: bodyOf(feed.length) });
    },
    fail: (count: number) => {
      failures = count;
    },
    killAfter: (count: number) => {
      stopAfter = count;
    },
    /** Listens until there is nothing more, or until it is killed. */
    run: async () => {
      stop = new AbortController();
      const progress = openProgress(path, "shop");
      const print = (line: string) => void printed.push(line);
      const options = { forwardTo: RECEIVER, secret: SECRET, progress, print, signal: stop.signal };
      return await listen(createTransport(connection, null), options).catch((error) => error.message);
    },
  };
}

describe("listen", () => {
  it("begins with what happens from now on", async () => {
    const { feed, received, happen, run, path } = world("begin");
    feed.push({ id: idAt(NOW - 1), body: bodyOf(0) });
    expect(await run()).toBe("idle");
    expect(received).toEqual([]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      client_id: "shop",
      after: `${idAt(NOW).slice(0, -12)}000000000000`,
    });
    happen(1);
    expect(await run()).toBe("idle");
    expect(received.map(({ id }) => id)).toEqual([idAt(NOW + 2)]);
  });

  it("forwards each body to the byte, with a signature of its own", async () => {
    const { received, happen, run, printed } = world("bytes");
    await run();
    happen(1);
    await run();
    const [{ body, headers } = { body: "", headers: new Headers() }] = received;
    expect(body).toBe(bodyOf(0));
    expect(await verifyWebhook(body, headers, SECRET)).toMatchObject({ id: idAt(NOW + 1) });
    expect(printed.at(-1)).toBe(`payment.completed ${idAt(NOW + 1)} 204`);
  });

  it("misses none of 500 events when it is killed twice and the receiver is away", async () => {
    const { received, responses, killAfter, happen, run } = world("restart");
    await run();
    happen(320);
    killAfter(123);
    expect(await run()).toBe("killed");
    happen(180);
    killAfter(300);
    responses.push("none", "none", "none", 503);
    expect(await run()).toBe("killed");
    expect(await run()).toBe("idle");
    expect([...new Set(received.map(({ id }) => id))]).toEqual(
      Array.from({ length: 500 }, (_, i) => idAt(NOW + 1 + i)),
    );
    // The one in hand at each kill comes twice, as webhooks may.
    expect(received.length).toBeLessThanOrEqual(502);
  });

  it("passes over an event that is refused five times, and says so", async () => {
    const { received, responses, happen, run, printed } = world("refused");
    await run();
    happen(2);
    responses.push(500, 500, 500, 500, 500);
    expect(await run()).toBe("idle");
    expect(received.map(({ id }) => id)).toEqual([idAt(NOW + 2)]);
    expect(printed).toContain(`payment.completed ${idAt(NOW + 1)} 500: repeating`);
    expect(printed).toContain(`payment.completed ${idAt(NOW + 1)} 500: passed over`);
  });

  it("waits for a service that does not respond", async () => {
    const { received, happen, fail, run, printed } = world("away");
    await run();
    happen(1);
    fail(9);
    expect(await run()).toBe("idle");
    expect(received.map(({ id }) => id)).toEqual([idAt(NOW + 1)]);
    expect(printed.filter((line) => line === "The service does not respond: repeating")).toHaveLength(1);
  });

  it("does not go on with the progress of another client", async () => {
    const { run, path } = world("foreign");
    await run();
    expect(() => openProgress(path, "other")).toThrow(
      `${path} is not of the client other: name another file with --progress, or delete it`,
    );
  });
});
