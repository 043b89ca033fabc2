import { afterEach, describe, expect, it, vi } from "vitest";
import { createPublicClient, type WatchOptions } from "#sdk/index.ts";
import { BASE_URL, INTENT_ID } from "./support/scripted-service.ts";
import { DEADLINE_MS, startService } from "./support/watched-service.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PATH = `/merchant/api/v1/public/payment-intents/${INTENT_ID}`;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A watch that has had time to begin, and what it has reported. */
async function begin(
  prepare: (service: ReturnType<typeof startService>) => void = () => {},
  options: WatchOptions = {},
) {
  const service = startService();
  prepare(service);
  const seen = { statuses: [] as string[], connections: [] as string[], ended: null as unknown };
  const watched = createPublicClient(service.options).watch(INTENT_ID, {
    onChange: ({ status }) => void seen.statuses.push(status),
    onConnection: (connection) => void seen.connections.push(connection),
    ...options,
  });
  watched.then(
    ({ status }) => {
      seen.ended = status;
    },
    (error: Error) => {
      seen.ended = error;
    },
  );
  await service.pass(0);
  return Object.assign(service, { seen });
}

async function beginLive() {
  const service = await begin();
  service.socket().open();
  service.socket().say(service.body());
  await service.pass(0);
  expect(service.seen.connections).toEqual(["polling", "live"]);
  return service;
}

function answerPings(service: ReturnType<typeof startService>): void {
  const socket = service.socket();
  vi.spyOn(socket, "send").mockImplementation(() => socket.say("pong"));
}

const readTimes = ({ reads }: ReturnType<typeof startService>) => reads.map(({ at }) => at);

describe("watch", () => {
  it("reads the intent, opens a WebSocket and shows what it says", async () => {
    const service = await beginLive();
    expect(service.socket().url).toBe(`${BASE_URL.replace("https", "wss")}${PATH}/live`);
    expect(service.seen.statuses).toEqual(["pending"]);
    service.intent.status = "completed";
    service.socket().say(service.body());
    await service.pass(0);
    expect(service.seen).toMatchObject({ statuses: ["pending", "completed"], ended: "completed" });
    expect(service.socket().isClosed).toBe(true);
    await service.pass(10 * MINUTE);
    expect(readTimes(service)).toEqual([0]);
  });

  it.each(["completed", "cancelled", "expired"])(
    "needs no WebSocket for an intent that is %s",
    async (status) => {
      const service = await begin(({ intent }) => {
        intent.status = status;
      });
      expect(service.seen).toMatchObject({ statuses: [status], ended: status });
      expect(service.sockets).toEqual([]);
    },
  );

  it("reads again every minute while the WebSocket is open, and half a second after the deadline", async () => {
    const service = await beginLive();
    answerPings(service);
    await service.pass(DEADLINE_MS);
    expect(service.reads).toEqual([
      { at: 0, etag: null },
      { at: MINUTE, etag: '"pending"' },
    ]);
    service.intent.status = "expired";
    await service.pass(500);
    expect(readTimes(service).at(-1)).toBe(DEADLINE_MS + 500);
    expect(service.seen.ended).toBe("expired");
  });

  const HOUR = 60 * MINUTE;

  it.each([HOUR, -HOUR, 24 * HOUR, -24 * HOUR, -Date.UTC(2026, 10, 21)])(
    "reads at the same times on a device whose clock is %i ms ahead, and is told the service's time",
    async (ahead) => {
      const times: number[] = [];
      const onServerTime = (time: number) => times.push(time - Date.UTC(2026, 10, 21));
      const service = await begin(({ clock }) => Object.assign(clock, { ahead }), { onServerTime });
      service.socket().open();
      answerPings(service);
      await service.pass(DEADLINE_MS - 1_000);
      service.socket().say(service.body());
      service.intent.status = "expired";
      await service.pass(1_500);
      expect(readTimes(service)).toEqual([0, MINUTE, DEADLINE_MS + 500]);
      expect(times).toEqual([0, MINUTE, DEADLINE_MS - 1_000, DEADLINE_MS + 500]);
      expect(service.seen.ended).toBe("expired");
    },
  );

  it("reads every minute where the service does not say what time it is", async () => {
    const service = await begin((started) => Object.assign(started, { saysTime: false }));
    service.socket().open();
    answerPings(service);
    await service.pass(3 * MINUTE);
    expect(readTimes(service)).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
  });

  it("goes on reading after the deadline while a payment is under way", async () => {
    const service = await beginLive();
    answerPings(service);
    await service.pass(DEADLINE_MS + 500);
    const before = service.reads.length;
    await service.pass(3 * SECOND);
    expect(service.reads.length - before).toBe(2);
  });
});

describe("a WebSocket that is lost", () => {
  it("is followed by a read within a second, and then by another one", async () => {
    const service = await beginLive();
    service.socket().lose();
    expect(service.seen.connections).toEqual(["polling", "live", "polling"]);
    service.intent.status = "pending_approval";
    await service.pass(SECOND);
    expect(readTimes(service)).toEqual([0, 500]);
    expect(service.seen.statuses).toEqual(["pending", "pending_approval"]);
    expect(service.sockets).toHaveLength(2);
  });

  it("is one that does not respond to a ping within ten seconds", async () => {
    const service = await beginLive();
    await service.pass(30 * SECOND);
    expect(service.socket().sent).toEqual(["ping"]);
    await service.pass(10 * SECOND - 1);
    expect(service.socket().isClosed).toBe(false);
    await service.pass(1);
    expect(service.sockets[0]?.isClosed).toBe(true);
    await service.pass(500);
    expect(service.sockets).toHaveLength(2);
  });

  it("is not one that is only silent", async () => {
    const service = await beginLive();
    const socket = service.socket();
    answerPings(service);
    await service.pass(5 * MINUTE);
    expect(socket.isClosed).toBe(false);
    expect(service.sockets).toHaveLength(1);
    expect(service.seen.statuses).toEqual(["pending"]);
  });

  it("is one that is not opened within ten seconds", async () => {
    const service = await begin();
    await service.pass(10 * SECOND);
    expect(service.sockets[0]?.isClosed).toBe(true);
  });

  it("cannot change anything any more", async () => {
    const service = await beginLive();
    const lost = service.socket();
    lost.lose();
    service.intent.status = "completed";
    lost.say(service.body());
    expect(service.seen.statuses).toEqual(["pending"]);
  });
});

describe("without a WebSocket", () => {
  it("the intent is read every 1.5 seconds, and sockets are tried less and less often", async () => {
    const service = await begin();
    for (let second = 0; second < 300; second++) {
      service.socket().lose();
      await service.pass(SECOND);
    }
    expect(service.seen.connections).toEqual(["polling"]);
    expect(service.sockets.length).toBeLessThan(20);
    const gaps = readTimes(service).map((at, i, all) => at - (all[i - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_500);
    service.intent.status = "completed";
    await service.pass(1_500);
    expect(service.seen.ended).toBe("completed");
  });

  it("as in Node before 22, it is read as often as asked for", async () => {
    const service = await begin(() => vi.stubGlobal("WebSocket", undefined), { intervalMs: 5_000 });
    await service.pass(15 * SECOND);
    expect(readTimes(service)).toEqual([0, 5_000, 10_000, 15_000]);
  });

  it("a socket that has lived long is replaced at once", async () => {
    const service = await beginLive();
    for (let count = 1; count <= 5; count++) {
      const socket = service.socket();
      answerPings(service);
      await service.pass(31 * SECOND);
      socket.lose();
      await service.pass(500);
      expect(service.sockets).toHaveLength(count + 1);
      service.socket().open();
    }
  });
});

describe("when the service cannot be reached", () => {
  it.each([new TypeError("no network"), [503, "service_unavailable"], [500, "internal_error"]] as const)(
    "reads are repeated ever more slowly: %s",
    async (failure) => {
      const service = await begin((started) => {
        started.failure = failure instanceof Error ? failure : [...failure];
      });
      expect(service.seen.connections).toEqual(["offline"]);
      await service.pass(20 * SECOND);
      expect(readTimes(service)).toEqual([0, 500, 1_500, 3_500, 7_500, 12_500, 17_500]);
      service.failure = null;
      await service.pass(5 * SECOND);
      expect(service.seen).toMatchObject({ connections: ["offline", "polling"], statuses: ["pending"] });
    },
  );

  it("a 429 is waited for", async () => {
    const service = await begin((started) => {
      started.failure = [429, "rate_limited", { "Retry-After": "17" }];
    });
    await service.pass(17 * SECOND);
    expect(readTimes(service)).toEqual([0, 17_000]);
  });

  it("an open WebSocket is still live", async () => {
    const service = await beginLive();
    answerPings(service);
    service.failure = new TypeError("no network");
    await service.pass(MINUTE);
    expect(service.seen.connections).toEqual(["polling", "live"]);
  });

  it("an error that repeating does not repair ends it", async () => {
    const service = await begin((started) => {
      started.failure = [404, "payment_intent_not_found"];
    });
    expect(service.seen.ended).toMatchObject({ code: "payment_intent_not_found" });
  });
});
