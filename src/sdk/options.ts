import { requireRuntime } from "./runtime.ts";
import { sleep } from "./sleep.ts";
import type { Environment, RefundPaymentIntent } from "./wire/payment-intents.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What the service points out about a request that succeeded, such as a field it does not know. */
export interface Warning {
  field: string;
  message: string;
  /** Where a program has to act on it. */
  code?: string;
}

export interface ConnectionOptions {
  /** The service's URL, such as `https://payments.example.com`. */
  baseUrl: string;
  /**
   * Throws PaymentsEnvironmentError when a payment intent or a token is of the other one: in `sandbox` money is play money.
   * Default: either.
   */
  expectEnvironment?: Environment | undefined;
  /** How many times a failed call is retried. Default: 3. */
  retries?: number;
  /** Applies to each attempt. Default: 10,000. */
  timeoutMs?: number;
  /** Called for each warning in a successful response. Default: `console.warn`. */
  onWarning?: (warning: Warning, request: { method: string; path: string }) => void;
  /** Default: the global `fetch`. */
  fetch?: Fetch;
  /** Epoch milliseconds that never step; for tests, like `sleep` and `random`. */
  clock?: () => number;
  /** Rejects with the signal's reason when aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a number in [0, 1). */
  random?: () => number;
}

export interface MerchantClientOptions extends ConnectionOptions {
  /** The identity provider's URL. Default: `baseUrl`. */
  authUrl?: string;
  /** The client of the merchant or of a counter. */
  clientId: string;
  clientSecret: string;
  /** Put before each idempotency key that a call gives; set another after the client secret has leaked. Default: none. */
  idempotencyKeyPrefix?: string;
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

/** What the shop says of a refund: it comes back in the payment intent and in webhooks. */
export interface RefundCallOptions extends KeyedCallOptions, RefundPaymentIntent {}

export interface CreateCallOptions extends KeyedCallOptions {
  /**
   * What a repeated call does when the payment intent under its key has expired or was cancelled: throw PaymentsEndedError, or
   * begin a new attempt. The new attempt's key is the given one with `:2`, then `:3` and so on, so that calls at the same
   * moment begin the same one. Default: "throw".
   */
  whenEnded?: "throw" | "new" | undefined;
}

/** The headers of a `Request`, or Node's `request.headers`; names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** How far the webhook's time may be from ours, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Epoch milliseconds; the present by default. */
  now?: number;
  /** Rejects webhooks of the other one: in `sandbox` money is play money. Default: takes either. */
  expectEnvironment?: Environment | undefined;
}

type KeyPrefix = Pick<MerchantClientOptions, "idempotencyKeyPrefix">;
export type Connection = Required<Omit<ConnectionOptions, "expectEnvironment"> & KeyPrefix> &
  Pick<ConnectionOptions, "expectEnvironment">;

export function connectionFrom(options: ConnectionOptions & KeyPrefix): Connection {
  requireRuntime();
  return {
    expectEnvironment: options.expectEnvironment,
    baseUrl: baseUrlFrom(options.baseUrl),
    retries: options.retries ?? 3,
    timeoutMs: options.timeoutMs ?? 10_000,
    // Called as a method: browsers throw "Illegal invocation" when fetch is detached from the global object.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    onWarning: options.onWarning ?? warnOnConsole,
    clock: options.clock ?? (() => performance.timeOrigin + performance.now()),
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
    idempotencyKeyPrefix: options.idempotencyKeyPrefix ?? "",
  };
}

function warnOnConsole({ field, message }: Warning, { method, path }: { method: string; path: string }) {
  console.warn(`merchant-payments-client: ${method} ${path}: ${field}: ${message}`);
}

/** Removes trailing slashes. Throws TypeError when the URL is invalid. */
export function baseUrlFrom(url: string): string {
  return new URL(url).href.replace(/\/+$/, "");
}
