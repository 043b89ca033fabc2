// A service whose intent is watched, with WebSockets and a clock that only the test moves.
import { vi } from "vitest";
import { BASE_URL, INTENT_ID } from "./scripted-service.ts";

const NOW = Date.UTC(2026, 10, 21);
export const DEADLINE_MS = 90_000;

/** What a browser's WebSocket does, as far as the client uses it. */
class Socket extends EventTarget {
  readonly url: string;
  readonly sent: string[] = [];
  isClosed = false;

  constructor(url: string) {
    super();
    this.url = url;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.dispatchEvent(new Event("open"));
  }

  say(text: string): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: text }));
  }

  lose(): void {
    this.dispatchEvent(new Event("error"));
    this.dispatchEvent(new Event("close"));
  }
}

export function startService() {
  const sleeping = new Set<{ at: number; wake(): void }>();
  /** `ahead`: how much the device's clock is. */
  const clock = { now: NOW, ahead: 0 };
  const timeThere = () => (service.saysTime ? { "Server-Time": new Date(clock.now).toISOString() } : {});
  const service = {
    intent: { id: INTENT_ID, status: "pending", expires_at: new Date(NOW + DEADLINE_MS).toISOString() },
    /** What reads fail with; null while they do not. */
    failure: null as Error | [status: number, code: string, headers?: Record<string, string>] | null,
    clock,
    /** Whether responses and messages have the service's time. */
    saysTime: true,
    /** When each read was sent, in milliseconds since the beginning, and its If-None-Match. */
    reads: [] as { at: number; etag: string | null }[],
    sockets: [] as Socket[],
    socket: () => service.sockets.at(-1) as Socket,
    body: () =>
      JSON.stringify({
        success: true,
        payment_intent: service.intent,
        server_time: timeThere()["Server-Time"],
      }),
    /** Lets time pass, and whatever happens in it happen. */
    pass: async (ms: number) => {
      const end = clock.now + ms;
      await settle();
      for (let due = nextDue(end); due !== undefined; due = nextDue(end)) {
        clock.now = Math.max(clock.now, due.at);
        due.wake();
        await settle();
      }
      clock.now = end;
    },
    options: {
      baseUrl: BASE_URL,
      clock: () => clock.now + clock.ahead,
      random: () => 0.5,
      fetch: async (_url: string, init: RequestInit) => {
        const etag = new Headers(init.headers).get("If-None-Match");
        service.reads.push({ at: clock.now - NOW, etag });
        await Promise.resolve();
        init.signal?.throwIfAborted();
        if (service.failure instanceof Error) throw service.failure;
        if (service.failure !== null) {
          const [status, code, headers = {}] = service.failure;
          return quick(status, JSON.stringify({ success: false, code }), headers);
        }
        const current = `"${service.intent.status}"`;
        const headers = { ETag: current, ...timeThere() };
        return etag === current ? quick(304, "", headers) : quick(200, service.body(), headers);
      },
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          signal?.throwIfAborted();
          const sleeper = { at: clock.now + ms, wake: resolve };
          sleeping.add(sleeper);
          signal?.addEventListener("abort", () => {
            sleeping.delete(sleeper);
            reject(signal.reason);
          });
        }),
    },
  };

  function nextDue(end: number) {
    const [first] = [...sleeping].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (first !== undefined) sleeping.delete(first);
    return first;
  }

  vi.stubGlobal("WebSocket", function openSocket(url: string) {
    const socket = new Socket(url);
    service.sockets.push(socket);
    return socket;
  });
  return service;
}

/** Until nothing is left that does not wait for time to pass. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** Read without leaving the microtasks, as the runtime's own responses are not. */
function quick(status: number, text: string, headers: Record<string, string>): Response {
  return { status, ok: status < 300, headers: new Headers(headers), text: async () => text } as Response;
}
