// The merchant's webhook endpoint: accepts every request and counts them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Receiver {
  url: string;
  /** Waits for `count` messages and returns how many arrived per second. */
  receive(count: number): Promise<number>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  let arrivals: { count: number; expected: number; firstAt: number; done: (rate: number) => void } | null =
    null;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(204).end();
      if (arrivals === null) return;
      const now = performance.now();
      if (arrivals.count++ === 0) arrivals.firstAt = now;
      if (arrivals.count < arrivals.expected) return;
      arrivals.done(((arrivals.count - 1) / (now - arrivals.firstAt)) * 1000);
      arrivals = null;
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    receive: (expected) =>
      new Promise((done) => {
        arrivals = { count: 0, expected, firstAt: 0, done };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
