// The merchants' webhook endpoint: accepts every request and counts them.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";

const TIMEOUT_MS = 60_000;

export interface Receiver {
  url: string;
  /** Waits for `count` requests; resolves to their rate per second, from the first to the last. Rejects after a minute. */
  receive(count: number): Promise<number>;
}

interface Arrivals {
  left: number;
  firstAt: number;
  count: number;
  resolve: (rate: number) => void;
}

export async function startReceiver(): Promise<Receiver> {
  let arrivals: Arrivals | null = null;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(204).end();
      if (arrivals === null) return;
      const now = performance.now();
      if (arrivals.left === arrivals.count) arrivals.firstAt = now;
      arrivals.left--;
      if (arrivals.left > 0) return;
      arrivals.resolve(((arrivals.count - 1) / (now - arrivals.firstAt)) * 1000);
      arrivals = null;
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    receive: (count) =>
      new Promise((resolve, reject) => {
        const expected = { left: count, count, firstAt: 0, resolve };
        arrivals = expected;
        setTimeout(() => {
          if (expected.left > 0) reject(new Error(`${expected.left} of ${count} webhooks did not arrive`));
        }, TIMEOUT_MS).unref();
      }),
  };
}
