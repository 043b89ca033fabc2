// A WebSocket on an intent, as a customer's page opens it, or on a wallet, as the customer's app does.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { BASE_URL, UUID } from "./api.ts";
import { until } from "./objects.ts";
import { expectDocumented } from "./openapi.ts";
import { MERCHANT_API, WALLET_API } from "./paths.ts";

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
  return await follow(response);
}

async function follow({ webSocket: socket }: Response): Promise<Watcher> {
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

const WALLET_PATH = `${WALLET_API}/live`;

export async function requestWalletSocket(credentials: Record<string, string>): Promise<Response> {
  const response = await exports.default.fetch(BASE_URL + WALLET_PATH, {
    headers: { ...UPGRADE, ...credentials },
  });
  const text = response.webSocket === null ? await response.clone().text() : "";
  // The document knows no refusals of cookies.
  if (!("Cookie" in credentials))
    expectDocumented("GET", WALLET_PATH, { status: response.status, headers: response.headers, text });
  return response;
}

/** A socket that has got its first message, with a token or with the headers of a browser. */
export async function watchWallet(caller: { token: string } | Record<string, string>): Promise<Watcher> {
  const credentials = "token" in caller ? { Authorization: `Bearer ${caller.token}` } : caller;
  const response = await requestWalletSocket(credentials);
  expect(response.status).toBe(101);
  const watcher = await follow(response);
  expect(watcher.received.splice(0)).toEqual(['{"type":"balance_changed"}']);
  return watcher;
}

/** Waits for as many messages, and returns all. */
export async function changesOf({ received }: Watcher, count: number): Promise<unknown[]> {
  await until(() => received.length >= count);
  return received.map((text) => JSON.parse(text));
}
