import { describe, expect, it, vi } from "vitest";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok } from "#core/domain/result.ts";
import { LiveSockets } from "#core/durable/live-sockets.ts";
import { RecentDeclines } from "#core/durable/recent-declines.ts";
import { anIntent } from "../../support/intent.ts";

const SECOND = 1_000;
const REASON = "insufficient_funds";

/** How long the wallet has to wait after so many declines, each at the end of the wait after the one before. */
function waitAfter(declines: number): number {
  const recent = new RecentDeclines();
  let now = 0;
  for (let count = 0; count < declines; count++) {
    now += recent.find("wallet", now)?.waitMs ?? 0;
    recent.note("wallet", REASON, now);
  }
  return recent.find("wallet", now)?.waitMs ?? 0;
}

describe("a wallet's wait after declines", () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 4],
    [6, 32],
    [7, 60],
    [8, 60],
  ])("after %i in a row is %i s", (declines, seconds) => {
    expect(waitAfter(declines)).toBe(seconds * SECOND);
  });

  it("ends to the millisecond", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 5_000);
    expect(recent.find("wallet", 5_400)).toEqual({ reason: REASON, waitMs: 600 });
    expect(recent.find("wallet", 5_999)).toEqual({ reason: REASON, waitMs: 1 });
    expect(recent.find("wallet", 6_000)).toBeNull();
  });

  it("is over when the clock was set back since", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 24 * 60 * 60 * SECOND);
    expect(recent.find("wallet", 0)).toBeNull();
  });

  it("is that of the last decline's reason", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 0);
    recent.note("wallet", "currency_mismatch", 1_000);
    expect(recent.find("wallet", 1_000)).toEqual({ reason: "currency_mismatch", waitMs: 2_000 });
  });

  it("is no other wallet's", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 0);
    expect(recent.find("other", 0)).toBeNull();
    recent.note("other", REASON, 0);
    expect(recent.find("other", 0)).toMatchObject({ waitMs: SECOND });
  });

  it.each([
    [300 * SECOND - 1, 4],
    [300 * SECOND, 1],
  ])("is counted for five minutes after the last decline: after %i ms, %i s", (later, seconds) => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, -SECOND);
    recent.note("wallet", REASON, 0);
    recent.note("wallet", REASON, later);
    expect(recent.find("wallet", later)).toMatchObject({ waitMs: seconds * SECOND });
  });
});

// Sockets that fail, and what a new one is told.

const OPEN = anIntent();

const PAID = anIntent({ status: "completed", completedAt: OPEN.createdAt });

function socket(readyState: number = WebSocket.OPEN) {
  const told = { isPayable: true, logoHash: null, isProcessing: false, declines: 0 };
  return { readyState, send: vi.fn(), close: vi.fn(), deserializeAttachment: () => told };
}

function liveOn(...sockets: object[]) {
  const accepted: WebSocket[] = [];
  const ctx = {
    getWebSockets: () => [...sockets, ...accepted],
    acceptWebSocket: (server: WebSocket) => {
      accepted.push(server);
      server.accept();
    },
    setWebSocketAutoResponse: () => {},
  };
  return new LiveSockets(ctx as unknown as DurableObjectState, {
    publicUrl: "https://pay.test",
    environment: "sandbox",
  });
}

const open = (live: LiveSockets, found: PaymentIntent) =>
  live.open(new Request("https://payment-intent/live?is_payable"), ok(found));

it("a socket that fails is logged, and the others are told", () => {
  const lines = vi.spyOn(console, "warn").mockReturnValue(undefined);
  const [broken, whole] = [socket(), socket()];
  broken.send.mockImplementation(() => {
    throw new TypeError("Can't call WebSocket send() after close().");
  });
  liveOn(broken, whole).tell(PAID);
  expect(JSON.parse(lines.mock.lastCall?.[0])).toMatchObject({
    event: "live_socket_failed",
    intent_id: PAID.id,
  });
  expect(whole.send).toHaveBeenCalledOnce();
  expect(whole.close).toHaveBeenCalledExactlyOnceWith(1000, "completed");
});

it("a socket that is already closing is told nothing, and is not counted", () => {
  const closing = Array.from({ length: 32 }, () => socket(WebSocket.CLOSING));
  const live = liveOn(...closing);
  live.tell(PAID);
  expect(closing.every(({ send, close }) => send.mock.calls.length + close.mock.calls.length === 0)).toBe(
    true,
  );
  expect(open(live, OPEN).status).toBe(101);
});

it.each([
  ["not_found", 404],
  ["unavailable", 503],
] as const)("is not opened for an intent that is %s", (refusal, status) => {
  const response = liveOn().open(new Request("https://payment-intent/live"), err(refusal));
  expect(response.status).toBe(status);
  expect(response.webSocket).toBeNull();
});
