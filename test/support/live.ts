// A WebSocket on an intent, as a customer's page opens it.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { BASE_URL, UUID } from "./api.ts";
import { until } from "./objects.ts";
import { expectDocumented } from "./openapi.ts";
import { MERCHANT_API } from "./paths.ts";

export const livePath = (intentId: string) => `${MERCHANT_API}/public/payment-intents/${intentId}/live`;
export const UPGRADE = { Upgrade: "websocket" };

export interface Watcher {
  socket: WebSocket;
  received: string[];
  closed: { code: number; reason: string } | null;
}

export async function requestUpgrade(intentId: string): Promise<Response> {
  const response = await exports.default.fetch(BASE_URL + livePath(intentId), { headers: UPGRADE });
  const text = response.webSocket === null ? await response.clone().text() : "";
  expectDocumented("GET", livePath(intentId), { status: response.status, headers: response.headers, text });
  return response;
}

/** A socket that has got its first message. */
export async function watch(intentId: string): Promise<Watcher> {
  const response = await requestUpgrade(intentId);
  expect(response.status).toBe(101);
  expect(response.headers.get("X-Request-Id")).toMatch(UUID);
  const { webSocket: socket } = response;
  if (socket === null) throw new Error("the response has no WebSocket");
  const watcher: Watcher = { socket, received: [], closed: null };
  socket.addEventListener("message", ({ data }) => {
    watcher.received.push(String(data));
  });
  socket.addEventListener("close", ({ code, reason }) => {
    watcher.closed = { code, reason };
  });
  socket.accept();
  await until(() => watcher.received.length > 0);
  return watcher;
}

/** The views that arrived, in order. */
export function viewsOf({ received }: Watcher) {
  return received.map((text) => JSON.parse(text).payment_intent);
}

export async function untilClosed(watcher: Watcher): Promise<void> {
  await until(() => watcher.closed !== null);
}
