// A merchant's unreliable webhook endpoint. It verifies every request before it behaves well or badly.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Random } from "../support/random.ts";

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

const FAILING_BEHAVIOURS: Record<string, Behaviour> = {
  "never responds": () => undefined,
  "resets the connection": (_, request) => request.socket.resetAndDestroy(),
  500: (response) => response.writeHead(500).end("no"),
  301: (response) => response.writeHead(301, { location: "/elsewhere" }).end(),
  429: (response) => response.writeHead(429, { "retry-after": "3" }).end(),
  "malformed headers": (_, request) => request.socket.end("HTTP/1.1 two hundred\r\n\r\n"),
};
/** The service only reads the status and the start of the body, so all of these count as delivered. */
const SUCCEEDING_BEHAVIOURS: Record<string, Behaviour> = {
  204: (response) => response.writeHead(204).end(),
  "200 slow": (response) => void setTimeout(() => response.end("ok"), 3_000),
  "200 huge": (response) => response.end(Buffer.alloc(20_000_000, "x")),
  "200 endless": (response) => {
    const drip = setInterval(() => response.write("x"), 1_000);
    response.once("close", () => clearInterval(drip));
  },
  "200 cut off": (response, request) => {
    response.writeHead(200, { "content-length": "1000" }).write("o");
    setTimeout(() => request.socket.resetAndDestroy(), 50);
  },
};

export interface Arrival {
  eventId: string;
  intentId: string;
  body: string;
  at: number;
  behaviour: string;
  isSuccess: boolean;
  isVerified: boolean;
}

/** Returns the name of a behaviour. */
export type ChooseBehaviour = (eventId: string) => string;

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  useSecret(secret: string): void;
  /** Closes the port until `open` is called. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** Fails this share of the requests, but at most `failuresMax` for each event, so that the run ends. */
export function failAtRandom(random: Random, failuresMax: number, share: number): ChooseBehaviour {
  const failures = new Map<string, number>();
  return (eventId) => {
    const count = failures.get(eventId) ?? 0;
    const isFailing = count < failuresMax && random.chance(share);
    if (isFailing) failures.set(eventId, count + 1);
    return random.pick(Object.keys(isFailing ? FAILING_BEHAVIOURS : SUCCEEDING_BEHAVIOURS));
  };
}

export async function startReceiver(chooseBehaviour: ChooseBehaviour): Promise<Receiver> {
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
    const body = await readBody(request);
    const event = verify(body, headers);
    const eventId = headers["webhook-id"] ?? "";
    const behaviour = chooseBehaviour(eventId);
    const intentId = event?.data.payment_intent.id ?? "";
    const isSuccess = behaviour in SUCCEEDING_BEHAVIOURS;
    arrivals.push({ eventId, intentId, body, at, behaviour, isSuccess, isVerified: event !== null });
    (SUCCEEDING_BEHAVIOURS[behaviour] ?? FAILING_BEHAVIOURS[behaviour])?.(response, request);
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

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
