// A WebSocket on a wallet, as the customer's app opens it.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { BASE_URL } from "./api.ts";
import { UPGRADE, type Watcher } from "./live.ts";
import { until } from "./objects.ts";
import { expectDocumented } from "./openapi.ts";
import { WALLET_API } from "./paths.ts";

const PATH = `${WALLET_API}/live`;

export async function requestWalletSocket(credentials: Record<string, string>): Promise<Response> {
  const response = await exports.default.fetch(BASE_URL + PATH, { headers: { ...UPGRADE, ...credentials } });
  const text = response.webSocket === null ? await response.clone().text() : "";
  // The document knows no refusals of cookies.
  if (!("Cookie" in credentials))
    expectDocumented("GET", PATH, { status: response.status, headers: response.headers, text });
  return response;
}

/** A socket that has got its first message, with a token or with the headers of a browser. */
export async function watchWallet(caller: { token: string } | Record<string, string>): Promise<Watcher> {
  const credentials = "token" in caller ? { Authorization: `Bearer ${caller.token}` } : caller;
  const { status, webSocket: socket } = await requestWalletSocket(credentials);
  expect(status).toBe(101);
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
  expect(watcher.received.splice(0)).toEqual(['{"type":"balance_changed"}']);
  return watcher;
}

/** Waits for as many messages, and returns all. */
export async function changesOf({ received }: Watcher, count: number): Promise<unknown[]> {
  await until(() => received.length >= count);
  return received.map((text) => JSON.parse(text));
}
