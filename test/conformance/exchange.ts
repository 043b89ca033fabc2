// One request to the ledger, and what came back.
import { Unmet } from "./demand.ts";

export interface Ask {
  body?: unknown;
  /** Instead of a body: sent as it is. */
  text?: string;
  key?: string;
  /** The whole header; null for none. */
  authorization?: string | null;
  /** Gives up after so long, as if the connection were lost. */
  cutAfterMs?: number;
}

export interface Reply {
  status: number;
  /** It is null when empty. */
  body: unknown;
  durationMs: number;
  sizeBytes: number;
}

/** The service's own time-out. A little more, so that a response that is late can still be told from none. */
const TIMEOUT_MS = 8000;

/** Throws Unmet when nothing comes back, or something that is not JSON. */
export async function exchange(url: string, method: string, ask: Ask, token: string): Promise<Reply> {
  const { key, authorization = `Bearer ${token}` } = ask;
  const headers = new Headers();
  if (authorization !== null) headers.set("Authorization", authorization);
  if (key !== undefined) headers.set("Idempotency-Key", key);
  const text = ask.text ?? (ask.body === undefined ? null : JSON.stringify(ask.body));
  if (text !== null) headers.set("Content-Type", "application/json");
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(ask.cutAfterMs ?? TIMEOUT_MS);
  const received = await receive(url, { method, headers, body: text, redirect: "manual", signal });
  const durationMs = performance.now() - startedAt;
  const sizeBytes = Buffer.byteLength(received.text);
  return { status: received.status, body: parsed(received), durationMs, sizeBytes };
}

async function receive(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Unmet(
      `a response to ${init.method} ${new URL(url).pathname}`,
      cause instanceof Error ? cause.message : "none",
    );
  }
}

/** A refusal before the ledger, such as a gateway's 401, need not be JSON: only its status is read. */
function parsed({ status, text }: { status: number; text: string }): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    if (status === 401 || status >= 500) return text;
    throw new Unmet("JSON", `${status} ${text.slice(0, 80)}`);
  }
}
