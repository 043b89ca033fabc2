// The merchant's webhook endpoint, in place of the network.
import { Webhook } from "standardwebhooks";
import { beforeEach, vi } from "vitest";
import { useStoppedClock } from "./clock.ts";
import { useMutedLog } from "./faults.ts";
import { captureQueues, consume, useNoJitter, useQueues } from "./queues.ts";

export interface ReceivedRequest {
  url: string;
  init: RequestInit;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  requests: ReceivedRequest[];
  /** Makes the responses from now on; may throw as the network does. */
  response: (request: ReceivedRequest) => Response | Promise<Response>;
}

const ok = () => new Response("ok");

export function startReceiver(response: Receiver["response"] = ok): Receiver {
  return listen({ requests: [], response });
}

/** The receiver is as new in each test. */
export function useReceiver(response: Receiver["response"] = ok): Receiver {
  const receiver: Receiver = { requests: [], response };
  beforeEach(() => void listen(Object.assign(receiver, { requests: [], response })));
  return receiver;
}

function listen(receiver: Receiver): Receiver {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = { url: String(input), init, headers, body: String(init.body) };
    receiver.requests.push(request);
    return await receiver.response(request);
  });
  return receiver;
}

/** The receiver holds every request until `release` is called, then responds with `status`. */
export function holdResponses(receiver: Receiver, status: number): { release: () => void } {
  let isHeld = true;
  receiver.response = async () => {
    while (isHeld) await scheduler.wait(1);
    return new Response("held", { status });
  };
  return {
    release: () => {
      isHeld = false;
    },
  };
}

/** A receiver behind the webhook queues; undone by repair(). */
export const startDeliveries = () => deliveriesOf(captureQueues(), startReceiver());

/** Deliveries whose every time a test knows: the clock stands still, and retries come without the random part of their delay. */
export function useScheduledDeliveries(response?: Receiver["response"]) {
  const [queues, log, receiver] = [useQueues(), useMutedLog(), useReceiver(response)];
  useNoJitter();
  useStoppedClock();
  return { queues, log, receiver };
}

export const useDeliveries = () => deliveriesOf(useQueues(), useReceiver());

function deliveriesOf({ webhooks }: ReturnType<typeof captureQueues>, receiver: Receiver) {
  return {
    receiver,
    queued: webhooks,
    /** Delivers what is queued; returns what was received, in order of arrival. */
    async deliverAll(): Promise<ReceivedRequest[]> {
      receiver.requests.splice(0);
      await consume(
        "webhooks",
        webhooks.splice(0).map(({ body }) => body),
      );
      return receiver.requests;
    },
  };
}

/** Verified with the Standard Webhooks library rather than our own code. */
export function isSignedWith(secret: string, request: ReceivedRequest | undefined): boolean {
  if (request === undefined) throw new Error("nothing was received");
  try {
    new Webhook(secret).verify(request.body, request.headers);
    return true;
  } catch {
    return false;
  }
}
