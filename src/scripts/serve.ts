// An app on loopback, over HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Served {
  url: string;
  close(): void;
}

export type Serve = (request: Request) => Response | Promise<Response>;

export async function serve(respond: Serve, port = 0): Promise<Served> {
  const server = createServer((request, response) => {
    pass(respond, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(respond: Serve, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  const body = method === "GET" ? null : await buffer(incoming);
  const headers = new Headers(incoming.headers as Record<string, string>);
  const lost = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableEnded) lost.abort();
  });
  const request = new Request(`http://127.0.0.1${url}`, { method, headers, body, signal: lost.signal });
  const response = await respond(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
