// One request, and what came back.
import { parseExact } from "../../core/lib/raw-json.ts";

const TIMEOUT_MS = 10_000;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** It is null when it is not JSON. */
  body: unknown;
  clock: ClockReading;
}

/** All in epoch milliseconds. */
export interface ClockReading {
  /** It is by this machine's clock. */
  sentAt: number;
  receivedAt: number;
  /** It is by the other's clock, which may leave out the milliseconds; null when nothing says it. */
  theirs: number | null;
}

/** Throws Error when nothing responds. Follows no redirect. */
export async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  const sentAt = Date.now();
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const text = await response.text();
    const theirs = Date.parse(response.headers.get("Date") ?? "");
    const clock = { sentAt, receivedAt: Date.now(), theirs: Number.isNaN(theirs) ? null : theirs };
    const { status, headers } = response;
    return { status, headers, text, body: parsed(text), clock };
  } catch (error) {
    const { origin, pathname } = new URL(url);
    throw new Error(`no response to ${init.method ?? "GET"} ${origin}${pathname} (${reasonOf(error)})`);
  }
}

export function bearer(token: string): RequestInit {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message !== "" ? cause.message : "no reason given";
}
