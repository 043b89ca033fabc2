// Brings a merchant's events to a receiver that the service cannot reach, such as one on your own machine.

import type { Connection } from "../options.ts";
import {
  ID_HEADER,
  importSecret,
  SIGNATURE_HEADER,
  SIGNATURE_PREFIX,
  signedContent,
  TIMESTAMP_HEADER,
} from "../signature.ts";
import { isTransient } from "../transport/retry.ts";
import type { Transport } from "../transport/transport.ts";
import { type FeedEvent, newestPosition, readEvents } from "./event-feed.ts";
import type { Progress } from "./progress.ts";

export interface ListenOptions {
  forwardTo: string;
  /** The webhook secret that signs what is forwarded. */
  secret: string;
  progress: Progress;
  print: (line: string) => void;
  signal: AbortSignal;
}

const POLL_MS = 1_000;
const REACH_AGAIN_MS = 5_000;
const TIMEOUT_MS = 15_000;
/** An event that the receiver refuses so often is passed over, so that those after it arrive. */
const REFUSALS_MAX = 5;

/**
 * Forwards each event once the one before it was taken, and goes on where it stopped. A receiver or a service that does not
 * respond is waited for. Rejects with the signal's reason, and when the feed refuses the credentials.
 */
export async function listen(transport: Transport, options: ListenOptions): Promise<never> {
  const { progress, print, signal } = options;
  if (progress.after === null) progress.advance(await newestPosition(transport, signal));
  const untilReached = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (attempt === 0) print("The service does not respond: repeating");
        await transport.connection.sleep(REACH_AGAIN_MS, signal);
      }
    }
  };
  print(`Forwarding to ${options.forwardTo}. An event arrives about 5 seconds after it happened.`);
  for (;;) {
    const { events, hasMore } = await untilReached(() => readEvents(transport, progress.after ?? "", signal));
    for (const event of events) {
      print(`${event.type} ${event.id} ${await forward(event, transport.connection, options)}`);
      progress.advance(event.id);
    }
    if (!hasMore) await transport.connection.sleep(POLL_MS, signal);
  }
}

/** Returns what became of it, in words. */
async function forward(
  event: FeedEvent,
  connection: Connection,
  { forwardTo, secret, print, signal }: ListenOptions,
): Promise<string> {
  for (let refusals = 0, attempt = 0; ; attempt++) {
    const outcome = await send(event, connection, forwardTo, secret);
    signal.throwIfAborted();
    if (outcome.isTaken) return outcome.words;
    if (outcome.hasResponded && ++refusals === REFUSALS_MAX) return `${outcome.words}: passed over`;
    if (attempt === 0) print(`${event.type} ${event.id} ${outcome.words}: repeating`);
    await connection.sleep(Math.min(200 * 2 ** attempt, 5_000), signal);
  }
}

async function send({ id, body }: FeedEvent, connection: Connection, url: string, secret: string) {
  const headers = { "Content-Type": "application/json", ...(await sign(secret, id, body)) };
  try {
    const response = await connection.fetch(url, {
      ...{ method: "POST", headers, body, redirect: "manual" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { isTaken: response.ok, hasResponded: true, words: String(response.status) };
  } catch {
    return { isTaken: false, hasResponded: false, words: "no response" };
  }
}

async function sign(secret: string, id: string, body: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const content = signedContent(id, timestamp, new TextEncoder().encode(body));
  const mac = await crypto.subtle.sign("HMAC", await importSecret(secret, "sign"), content);
  const signature = SIGNATURE_PREFIX + btoa(String.fromCharCode(...new Uint8Array(mac)));
  return { [ID_HEADER]: id, [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature };
}
