// A merchant's endpoint on a bad day. Every body is verified before the misfortune.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

const MISFORTUNES: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  "never answers": () => undefined,
  resets: (_, request) => request.socket.resetAndDestroy(),
  500: (response) => response.writeHead(500).end("no"),
  301: (response) => response.writeHead(301, { location: "/elsewhere" }).end(),
  429: (response) => response.writeHead(429, { "retry-after": "3" }).end(),
  "broken headers": (_, request) => request.socket.end("HTTP/1.1 two hundred\r\n\r\n"),
};
const BLESSINGS: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  204: (response) => response.writeHead(204).end(),
  "200 slow": (response) => void setTimeout(() => response.end("ok"), 3_000),
  "200 huge": (response) => response.end(Buffer.alloc(20_000_000, "x")),
  "200 endless": (response) => {
    const drip = setInterval(() => response.write("x"), 1_000);
    response.once("close", () => clearInterval(drip));
  },
  "200 broken off": (response, request) => {
    response.writeHead(200, { "content-length": "1000" }).write("o");
    setTimeout(() => request.socket.resetAndDestroy(), 50);
  },
};

export interface Arrival {
  eventId: string;
  intentId: string;
  at: number;
  behaviour: string;
  isSuccess: boolean;
  isVerified: boolean;
}

export type Choose = (eventId: string) => string;

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  useSecret(secret: string): void;
  /** The port is closed until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Failures at random, at most `failuresMax` for one event, so that the run ends. */
export function badDay(random: () => number, failuresMax: number): Choose {
  const failures = new Map<string, number>();
  return (eventId) => {
    const sofar = failures.get(eventId) ?? 0;
    const isBad = sofar < failuresMax && random() < 0.5;
    if (isBad) failures.set(eventId, sofar + 1);
    return pick(Object.keys(isBad ? MISFORTUNES : BLESSINGS), random);
  };
}

export async function startReceiver(choose: Choose): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  let verifier: Webhook | null = null;
  const verify = (body: string, headers: Record<string, string>) => {
    try {
      return verifier?.verify(body, headers) as { data: { payment_intent: { id: string } } };
    } catch {
      return null;
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = request.headers as Record<string, string>;
    const at = Date.now();
    const event = verify(await readBody(request), headers);
    const eventId = headers["webhook-id"] ?? "";
    const behaviour = choose(eventId);
    const intentId = event?.data.payment_intent.id ?? "";
    const isSuccess = behaviour in BLESSINGS;
    arrivals.push({ eventId, intentId, at, behaviour, isSuccess, isVerified: event !== null });
    (BLESSINGS[behaviour] ?? MISFORTUNES[behaviour])?.(response, request);
  };
  const newServer = () => createServer((request, response) => void serve(request, response).catch(() => {}));
  let server = newServer();
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    useSecret: (secret) => {
      verifier = new Webhook(secret);
    },
    close: async () => {
      const isClosed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await isClosed;
    },
    open: async () => {
      server = newServer();
      await listen(server, port);
    },
  };
}

/** Reproducible, from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick(names: string[], random: () => number): string {
  return names[Math.floor(random() * names.length)] ?? "";
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
