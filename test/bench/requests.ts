// The requests of a route: as they are sent while measuring, and as they are sent once to record them.
import type { Template } from "./generator/load.ts";
import type { Participant } from "./participants.ts";
import { ROUTE_HEADER } from "./recording.ts";

export interface RequestShape {
  method: "GET" | "POST" | "OPTIONS";
  /** {id} stands for an intent's id. */
  path: string;
  caller: Participant | null;
  /** {n} stands for a number that occurs once. */
  headers?: Record<string, string>;
  body?: { type: string; text: string };
  status: number;
}

/** Set by the transport, or different in every response. */
const NOT_REPEATED = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

async function headersOf(shape: RequestShape, route: string): Promise<Record<string, string>> {
  const token = await shape.caller?.getToken();
  return {
    [ROUTE_HEADER]: route,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(shape.body === undefined ? {} : { "content-type": shape.body.type }),
    ...shape.headers,
  };
}

export async function templateOf(shape: RequestShape, route: string): Promise<Template> {
  const { method, path, body, status } = shape;
  const length = body === undefined && method !== "POST" ? [] : [`content-length: ${body?.text.length ?? 0}`];
  const headers = Object.entries(await headersOf(shape, route)).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1", ...headers, ...length, "", ""];
  return { request: lines.join("\r\n") + (body?.text ?? ""), status };
}

export interface Exchange {
  status: number;
  headers: Record<string, string>;
  body: string;
}

let number = 0;

/** Rejects when the status is not the expected one. */
export async function exchange(
  serverUrl: string,
  shape: RequestShape,
  route: string,
  id: string,
): Promise<Exchange> {
  const headers = await headersOf(shape, route);
  const key = headers["Idempotency-Key"];
  if (key !== undefined) headers["Idempotency-Key"] = key.replace("{n}", `exchange-${number++}`);
  const url = serverUrl + shape.path.replace("{id}", id);
  const body = shape.body === undefined ? {} : { body: shape.body.text };
  const response = await fetch(url, { method: shape.method, headers, ...body });
  const text = await response.text();
  if (response.status !== shape.status)
    throw new Error(`${route}: ${response.status} instead of ${shape.status}\n${text}`);
  const kept = [...response.headers].filter(([name]) => !NOT_REPEATED.has(name));
  return { status: response.status, headers: Object.fromEntries(kept), body: text };
}
