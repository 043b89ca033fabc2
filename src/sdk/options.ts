import { sleep } from "./sleep.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ConnectionOptions {
  /** The service's address, such as `https://payments.example.com`. */
  baseUrl: string;
  /** How often a call is repeated after its first attempt; 3 when left out. */
  retries?: number;
  /** For each attempt; 10 seconds when left out. */
  timeoutMs?: number;
  fetch?: Fetch;
  /** Epoch milliseconds. This, `sleep` and `random` are for tests. */
  clock?: () => number;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  random?: () => number;
}

export interface MerchantClientOptions extends ConnectionOptions {
  /** The identity provider's address; `baseUrl` when left out. */
  authUrl?: string;
  /** The merchant's own credentials, or a counter's. */
  clientId: string;
  clientSecret: string;
}

/** For one call. */
export interface CallOptions {
  /** Ends the call, its retries and its waits. */
  signal?: AbortSignal | undefined;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Made up for each call when left out, which covers the call's own retries. Give one that is stored with the
   * order, and the operation happens once even if the caller crashes and starts again.
   */
  idempotencyKey?: string | undefined;
}

export type Connection = Required<ConnectionOptions>;

export function connectionFrom(options: ConnectionOptions): Connection {
  return {
    baseUrl: addressFrom(options.baseUrl),
    retries: options.retries ?? 3,
    timeoutMs: options.timeoutMs ?? 10_000,
    // Looked up at each call: a detached fetch is an illegal invocation in browsers.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock: options.clock ?? Date.now,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
}

/** Throws TypeError when it is no URL. */
export function addressFrom(url: string): string {
  return new URL(url).href.replace(/\/+$/, "");
}
