// Receives what the ledger reports, in place of the service, and responds as it is told to.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { LedgerEvent } from "#core/wire/payment-intents/ledger-contract.ts";

const PATH = "/internal/ledger-events";
const POLL_MS = 20;

/** A status, or none: the connection is closed without a response. */
export type Response = number | "none";

export interface Arrival {
  headers: Headers;
  /** The bytes that were signed. */
  body: Buffer<ArrayBuffer>;
  intentId: string | null;
  receivedAt: number;
  response: Response;
}

export class ReportReceiver {
  readonly secret: string;
  readonly arrivals: Arrival[] = [];
  /** By intent: how the next reports about it are responded to. Then, and for every other, with 200. */
  readonly #responses = new Map<string, Response[]>();
  readonly #server: Server;

  constructor(secret: string) {
    this.secret = secret;
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  /** Port 0 is any that is free. */
  async listen(host: string, port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, resolve);
    });
    return `http://${host}:${(this.#server.address() as AddressInfo).port}${PATH}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  respondTo(intentId: string, responses: readonly Response[]): void {
    this.#responses.set(intentId, [...responses]);
  }

  about(intentId: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.intentId === intentId);
  }

  /** The reports about an intent, once there are so many; fewer when the time is over. */
  async waitFor(intentId: string, count: number, waitMs: number): Promise<Arrival[]> {
    // Counted, not timed: nothing arrives while the machine stands still.
    for (let waitedMs = 0; waitedMs < waitMs && this.about(intentId).length < count; waitedMs += POLL_MS)
      await sleep(POLL_MS);
    return this.about(intentId);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = Date.now();
    const body = await buffer(request);
    if (request.method !== "POST" || request.url !== PATH) {
      response.writeHead(404).end();
      return;
    }
    const intentId = intentOf(body);
    const chosen = this.#responses.get(intentId ?? "")?.shift() ?? 200;
    const headers = new Headers(request.headers as Record<string, string>);
    this.arrivals.push({ headers, body, intentId, receivedAt, response: chosen });
    if (chosen === "none") request.socket.destroy();
    else response.writeHead(chosen, { "Content-Type": "application/json" }).end('{"success":true}');
  }
}

/** Returns null for a body that does not name one; the requirements tell what else is wrong with it. */
function intentOf(body: Buffer): string | null {
  try {
    return String(JSON.parse(body.toString()).data.metadata.payment_intent_id);
  } catch {
    return null;
  }
}

export function eventIn({ body }: Arrival) {
  return LedgerEvent.safeParse(JSON.parse(body.toString()));
}
