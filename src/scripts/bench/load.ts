// A closed loop: a fixed number of clients, each on a connection that it keeps, send their next request when the
// last one is answered. node:http and not fetch, whose own work would take the processors from what is measured.
import { Agent, request } from "node:http";

export const CLIENTS = 8;
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

export interface Call {
  method: "GET" | "POST" | "PUT";
  path: string;
  token: string | null;
  body?: object;
}

/** Answers a second, until the time is over or `next` has no more. Anything but a 2xx ends the run. */
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

/** The text of a 2xx answer. */
export function send(baseUrl: string, { method, path, token, body }: Call): Promise<string> {
  const json = body === undefined ? "" : JSON.stringify(body);
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    "content-length": Buffer.byteLength(json),
  };
  return new Promise((resolve, reject) => {
    const asked = request(baseUrl + path, { method, headers, agent, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(text);
        else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`));
      });
    });
    asked.on("timeout", () => asked.destroy(new Error(`${method} ${path}: no answer`)));
    asked.on("error", reject);
    asked.end(json);
  });
}
