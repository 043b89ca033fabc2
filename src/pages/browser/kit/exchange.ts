// Calls of the JSON API whose outcome an app shows in its own words. The session is a cookie, so no secret is in a script.
import { hearServerTimeOf } from "./clock.ts";

/** `lost`: nobody knows whether the service has acted, so only a request that is safe to repeat is sent again. */
export type Outcome<T> =
  | { kind: "ok"; value: T }
  | { kind: "refused"; status: number; code: string }
  | { kind: "lost" };

const TIMEOUT_MS = 10_000;

interface RequestParts {
  text?: string;
  key?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export async function exchange<Body, T>(
  method: string,
  path: string,
  { text, key, signal, headers }: RequestParts,
  read: (body: Body) => T,
): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...headers,
        ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
      },
      body: text ?? null,
      cache: "no-store",
      signal: withTimeout(signal),
    });
    hearServerTimeOf(response);
    const body = await response.json();
    if (response.ok) return { kind: "ok", value: read(body) };
    if (response.status >= 500) return { kind: "lost" };
    return { kind: "refused", status: response.status, code: String(body.code) };
  } catch {
    return { kind: "lost" };
  }
}

/** Serves an app in whose browser somebody can be signed in to another one as well. */
export function exchangeAs(sessionKind: string): typeof exchange {
  const headers = { "Session-Kind": sessionKind };
  return (method, path, parts, read) => exchange(method, path, { ...parts, headers }, read);
}

/** The session has ended. */
export function isSignedOut(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "refused" && outcome.status === 401;
}

/** It may be repeated later, and says nothing about an earlier request whose response was lost. */
export function isRateLimited(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "refused" && outcome.status === 429;
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return signal === undefined ? timeout : anyOf(signal, timeout);
}

/** `AbortSignal.any` is younger than some tablets. */
function anyOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals)
    signal.addEventListener("abort", () => either.abort(signal.reason), { signal: either.signal });
  return either.signal;
}
