// Follows an intent over a WebSocket, and with reads wherever a WebSocket is not enough: before each connection, when a
// page is shown again or back online, at the deadline, and all the time while no connection can be made.
import { openSocket } from "./live-socket.ts";
import type { CallOptions, Connection } from "./options.ts";
import { backoffMs, isTransient, requestedWaitMs } from "./transport/retry.ts";
import { parseServerTime, serverTimeIn } from "./transport/server-time.ts";
import { createTransport, type Transport } from "./transport/transport.ts";
import { changesOf, SETTLED } from "./wait-until.ts";
import type { PublicPaymentIntent } from "./wire/public.ts";

/** `live`: changes arrive at once. `polling`: within `intervalMs`. `offline`: the service cannot be reached. */
export type WatchConnection = "live" | "polling" | "offline";

export interface WatchOptions extends CallOptions {
  /** Called with the intent as it is now, and after every change. */
  onChange?: (intent: PublicPaymentIntent) => void;
  onConnection?: (connection: WatchConnection) => void;
  /** Called with the service's time, in epoch milliseconds, with each of its responses and messages: time left counts from it. */
  onServerTime?: (time: number) => void;
  /** Time between reads while there is no WebSocket. Default: 1,500. */
  intervalMs?: number;
}

/** Reads go on while there is a socket: a suspension of the merchant, for example, is no event of the intent. */
const READ_AGAIN_MS = 60_000;
/** A response is under way for a while. */
const AFTER_DEADLINE_MS = 500;
const FIRST_BACKOFF_MS = 1_000;
const READ_BACKOFF = { firstMs: FIRST_BACKOFF_MS, maxMs: 10_000 };
const RECONNECT_BACKOFF = { firstMs: FIRST_BACKOFF_MS, maxMs: 60_000 };
/** A socket that has lived so long proves that sockets work here. */
const PROVEN_MS = 30_000;

interface Outcome {
  resolve(intent: PublicPaymentIntent): void;
  reject(reason: unknown): void;
}

/** Resolves with the intent once it is completed, cancelled or expired. */
export function watch(
  { connection }: Transport,
  path: string,
  options: WatchOptions,
): Promise<PublicPaymentIntent> {
  return new Promise((resolve, reject) => new Watch(connection, path, options, { resolve, reject }).begin());
}

class Watch {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #options: WatchOptions;
  readonly #outcome: Outcome;
  readonly #readChange: (signal: AbortSignal) => Promise<PublicPaymentIntent | null>;
  readonly #end = new AbortController();
  #intent: PublicPaymentIntent | null = null;
  #shown = "";
  /** The service's time less the device's. */
  #ahead: number | null = null;
  #closeSocket: (() => void) | null = null;
  /** Since when the socket is open. */
  #liveSince: number | null = null;
  #state: WatchConnection | null = null;
  #failedReads = 0;
  #failedSockets = 0;
  #connectAfter = 0;
  /** Replaced with each read, whether it is waited for or under way. */
  #reading = new AbortController();

  constructor(connection: Connection, path: string, options: WatchOptions, outcome: Outcome) {
    this.#connection = connection;
    this.#path = path;
    this.#options = options;
    this.#outcome = outcome;
    // Without retries of its own, because each failed read is followed by another one here.
    const transport = createTransport({ ...connection, retries: 0 }, null);
    this.#readChange = changesOf(transport, path, ({ headers }) => this.#hearTime(serverTimeIn(headers)));
  }

  begin(): void {
    const { signal } = this.#options;
    const end = this.#end.signal;
    if (signal?.aborted) this.#fail(signal.reason);
    signal?.addEventListener("abort", () => this.#fail(signal.reason), { signal: end });
    whenPageReturns(() => this.#startAgain(), end);
    whenOffline(() => this.#loseNetwork(), end);
    this.#readIn(0);
  }

  /** A page that was hidden, frozen or offline cannot know whether its socket still exists. */
  #startAgain(): void {
    this.#dropSocket();
    this.#connectAfter = 0;
    this.#readIn(0);
  }

  /** A socket to nowhere stays open for minutes. The browser may be wrong: a read says so. */
  #loseNetwork(): void {
    this.#dropSocket();
    this.#report("offline");
    this.#readIn(READ_BACKOFF.firstMs);
  }

  /** Replaces the read that is waited for or under way. */
  #readIn(ms: number): void {
    this.#reading.abort();
    if (this.#end.signal.aborted) return;
    const reading = new AbortController();
    this.#reading = reading;
    this.#read(ms, reading.signal).catch((error: unknown) => {
      if (!reading.signal.aborted) this.#fail(error);
    });
  }

  async #read(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await this.#connection.sleep(ms, signal);
    try {
      const changed = await this.#readChange(signal);
      if (changed !== null) this.#show(changed);
    } catch (error) {
      this.#retryAfter(error);
      return;
    }
    if (signal.aborted) return;
    this.#failedReads = 0;
    if (this.#closeSocket === null) this.#connect();
    if (this.#state !== "live") this.#report("polling");
    this.#readIn(this.#nextReadMs());
  }

  #retryAfter(error: unknown): void {
    if (!isTransient(error)) throw error;
    if (this.#liveSince === null) this.#report("offline");
    const waitMs = backoffMs(this.#connection, this.#failedReads++, READ_BACKOFF);
    this.#readIn(Math.max(requestedWaitMs(error), waitMs));
  }

  #nextReadMs(): number {
    const { intervalMs = 1_500 } = this.#options;
    if (this.#liveSince === null) return intervalMs;
    // The device's own clock says nothing about the deadline.
    if (this.#ahead === null) return READ_AGAIN_MS;
    const now = this.#connection.clock() + this.#ahead;
    const toDeadlineMs = Date.parse(this.#intent?.expires_at ?? "") - now;
    const isAhead = toDeadlineMs > -AFTER_DEADLINE_MS;
    return isAhead ? Math.min(READ_AGAIN_MS, toDeadlineMs + AFTER_DEADLINE_MS) : intervalMs;
  }

  #connect(): void {
    if (this.#connection.clock() < this.#connectAfter) return;
    try {
      this.#closeSocket = openSocket(this.#connection, `${this.#path}/live`, {
        open: () => {
          this.#liveSince = this.#connection.clock();
          this.#report("live");
          this.#readIn(this.#nextReadMs());
        },
        message: (text) => this.#hear(text),
        lost: () => this.#lose(),
      });
    } catch {
      this.#lose();
    }
  }

  #hear(text: string): void {
    try {
      const { payment_intent, server_time } = JSON.parse(text);
      this.#hearTime(parseServerTime(server_time));
      this.#show(payment_intent);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Everyone's sockets are lost together when the service is deployed, hence the jitter. */
  #lose(): void {
    const now = this.#connection.clock();
    const hasProven = this.#liveSince !== null && now - this.#liveSince > PROVEN_MS;
    this.#failedSockets = hasProven ? 1 : this.#failedSockets + 1;
    const isFirst = this.#failedSockets === 1;
    this.#connectAfter = isFirst
      ? 0
      : now + backoffMs(this.#connection, this.#failedSockets, RECONNECT_BACKOFF);
    this.#dropSocket();
    this.#report("polling");
    this.#readIn(backoffMs(this.#connection, 0, READ_BACKOFF));
  }

  #dropSocket(): void {
    this.#closeSocket?.();
    this.#closeSocket = null;
    this.#liveSince = null;
  }

  #hearTime(time: number | null): void {
    if (time === null || this.#end.signal.aborted) return;
    this.#ahead = time - this.#connection.clock();
    this.#options.onServerTime?.(time);
  }

  #show(intent: PublicPaymentIntent): void {
    const text = JSON.stringify(intent);
    if (text === this.#shown || this.#end.signal.aborted) return;
    this.#shown = text;
    this.#intent = intent;
    this.#options.onChange?.(intent);
    if (!SETTLED.isReached(intent)) return;
    this.#close();
    this.#outcome.resolve(intent);
  }

  #report(state: WatchConnection): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onConnection?.(state);
  }

  #fail(reason: unknown): void {
    this.#close();
    this.#outcome.reject(reason);
  }

  #close(): void {
    this.#end.abort();
    this.#reading.abort();
    this.#dropSocket();
  }
}

/** Does nothing outside a browser. */
function whenPageReturns(act: () => void, signal: AbortSignal): void {
  const { window, document } = globalThis as { window?: EventTarget; document?: Page };
  const options = { signal };
  window?.addEventListener("online", act, options);
  window?.addEventListener("pageshow", (event) => (event as PageShow).persisted && act(), options);
  document?.addEventListener("visibilitychange", () => !document.hidden && act(), options);
}

function whenOffline(act: () => void, signal: AbortSignal): void {
  (globalThis as { window?: EventTarget }).window?.addEventListener("offline", act, { signal });
}

interface Page extends EventTarget {
  hidden: boolean;
}

interface PageShow extends Event {
  /** Whether the page comes from the back/forward cache, where its sockets were closed. */
  persisted?: boolean;
}
