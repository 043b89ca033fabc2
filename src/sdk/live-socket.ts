// One WebSocket, until it is lost: closed, failed, or silent when a response is due.
import type { Connection } from "./options.ts";

const PING_MS = 20_000;
/** How long a ping waits for its response, and a socket for its connection. */
const RESPONSE_WITHIN_MS = 10_000;

interface Listener {
  open(): void;
  /** Is not called for pongs. */
  message(text: string): void;
  /** Called once, unless the socket was closed by the returned function. */
  lost(): void;
}

/** Returns what closes it. Throws where there are no WebSockets, as in Node before 22. */
export function openSocket({ baseUrl, sleep }: Connection, path: string, listener: Listener): () => void {
  const end = new AbortController();
  const socket = new WebSocket(baseUrl.replace(/^http/, "ws") + path);
  let heard = 0;

  const close = () => {
    end.abort();
    socket.close();
  };
  const lose = () => {
    if (end.signal.aborted) return;
    close();
    listener.lost();
  };
  const expectResponse = async (act: () => void) => {
    const before = heard;
    act();
    await sleep(RESPONSE_WITHIN_MS, end.signal);
    if (heard === before) lose();
  };
  const keepAlive = async () => {
    await expectResponse(() => {});
    for (;;) {
      await sleep(PING_MS, end.signal);
      await expectResponse(() => socket.send("ping"));
    }
  };

  socket.addEventListener("open", () => {
    heard += 1;
    listener.open();
  });
  socket.addEventListener("message", ({ data }) => {
    heard += 1;
    if (data !== "pong" && !end.signal.aborted) listener.message(String(data));
  });
  socket.addEventListener("close", lose);
  socket.addEventListener("error", lose);
  // The wait that the socket's end interrupts.
  keepAlive().catch(() => {});
  return close;
}
