import { sleep } from "./sleep.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ConnectionOptions {
  /** The service's address, such as `https://payments.example.com`. */
  baseUrl: string;
  /** How many times a failed call is retried. Default: 3. */
  retries?: number;
  /** Applies to each attempt. Default: 10,000. */
  timeoutMs?: number;
  /** Default: the global `fetch`. */
  fetch?: Fetch;
  /** Epoch milliseconds; for tests, like `sleep` and `random`. */
  clock?: () => number;
  /** Rejects with the signal's reason when aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** At least 0 and less than 1. */
  random?: () => number;
}

export interface MerchantClientOptions extends ConnectionOptions {
  /** The identity provider's address. Default: `baseUrl`. */
  authUrl?: string;
  /** Of the merchant or of a counter. */
  clientId: string;
  clientSecret: string;
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including its retries and the waits between them. */
  signal?: AbortSignal | undefined;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Default: random for each call, which makes the call's own retries safe. Pass a key that is stored with
   * the order to make the operation happen only once even if your process restarts.
   */
  idempotencyKey?: string | undefined;
}

export type Connection = Required<ConnectionOptions>;

export function connectionFrom(options: ConnectionOptions): Connection {
  return {
    baseUrl: addressFrom(options.baseUrl),
    retries: options.retries ?? 3,
    timeoutMs: options.timeoutMs ?? 10_000,
    // Called as a method: browsers throw "Illegal invocation" when fetch is detached from the global object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock: options.clock ?? Date.now,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
}

/** Removes trailing slashes. Throws TypeError when the URL is invalid. */
export function addressFrom(url: string): string {
  return new URL(url).href.replace(/\/+$/, "");
}
