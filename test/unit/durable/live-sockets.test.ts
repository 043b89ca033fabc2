// Sockets that fail, and what a new one is told.
import { expect, it, vi } from "vitest";
import type { PaymentIntent } from "../../../src/domain/payment-intent.ts";
import { err, ok } from "../../../src/domain/result.ts";
import { LiveSockets } from "../../../src/durable/live-sockets.ts";
import { anIntent } from "../../support/intent.ts";

const OPEN = anIntent();
const PAID = anIntent({ status: "completed", completedAt: OPEN.createdAt });

function socket(readyState: number = WebSocket.OPEN) {
  return { readyState, send: vi.fn(), close: vi.fn() };
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
  return new LiveSockets(ctx as unknown as DurableObjectState);
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
