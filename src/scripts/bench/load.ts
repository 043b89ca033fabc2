// A closed loop: a fixed number of clients, each with its own connection, send a request when they have the
// response to the one before. Uses node:http, because fetch needs much of the processor for itself.
import { Agent, request } from "node:http";

export const CLIENTS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

export interface Call {
  method: "GET" | "POST" | "PUT";
  path: string;
  token: string | null;
  body?: object;
}

/** Returns the responses per second until the time is up or `next` returns undefined. Throws unless all are 2xx. */
export async function load(
  baseUrl: string,
  next: () => Call | undefined,
  durationMs: number,
): Promise<number> {
  const startedAt = performance.now();
  let responses = 0;
  const client = async () => {
    while (performance.now() - startedAt < durationMs) {
      const call = next();
      if (call === undefined) return;
      await send(baseUrl, call);
      responses++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (responses / (performance.now() - startedAt)) * 1000;
}

/** Returns the body of a 2xx response and rejects for any other. */
export function send(baseUrl: string, { method, path, token, body }: Call): Promise<string> {
  const json = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    "content-length": Buffer.byteLength(json),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(baseUrl + path, { method, headers, agent, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(text);
        else reject(new Error(`${method} ${path} failed with ${status}: ${text.slice(0, 200)}`));
      });
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`${method} ${path}: timed out`)));
    outgoing.on("error", reject);
    outgoing.end(json);
  });
}
