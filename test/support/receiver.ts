// The merchant's side of a webhook, in place of the network.
import { vi } from "vitest";

export interface ReceivedRequest {
  url: string;
  init: RequestInit;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  requests: ReceivedRequest[];
  /** What it answers from now on; it may throw as the network does. */
  response: (request: ReceivedRequest) => Response | Promise<Response>;
}

export function startReceiver(response: Receiver["response"] = () => new Response("ok")): Receiver {
  const receiver: Receiver = { requests: [], response };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = { url: String(input), init, headers, body: String(init.body) };
    receiver.requests.push(request);
    return await receiver.response(request);
  });
  return receiver;
}
