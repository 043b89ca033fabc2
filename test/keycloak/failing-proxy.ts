// Stands between the service and its identity provider, on loopback, and fails on demand.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { REALM } from "#core/domain/identity-provider/realm.ts";
import type { ProviderFault, Setting } from "./play.ts";

const FORWARDED = ["authorization", "content-type"];
const RETURNED = ["content-type", "location"];

export interface FailingProxy extends Pick<Setting, "failCall"> {
  url: string;
  close(): void;
}

export async function startFailingProxy(target: string): Promise<FailingProxy> {
  let planned: { number: number; fault: ProviderFault } | null = null;
  let calls = 0;
  const late: (() => Promise<void>)[] = [];
  const faultOf = (path: string): ProviderFault | null => {
    if (!path.startsWith(`/admin/realms/${REALM}/`)) return null;
    calls += 1;
    return planned?.number === calls ? planned.fault : null;
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    const fault = faultOf(url);
    respond(request, response, { url: target + url, fault, late }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    failCall: (number, fault) => {
      planned = { number, fault };
      calls = 0;
      return {
        end: async () => {
          planned = null;
          for (const act of late.splice(0)) await act();
          return calls;
        },
      };
    },
    close: () => server.close(),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { url, fault, late }: { url: string; fault: ProviderFault | null; late: (() => Promise<void>)[] },
): Promise<void> {
  if (fault === "refused") return void response.destroy();
  if (fault === "failing") return void response.writeHead(503).end("{}");
  const forward = await forwarding(request, url);
  if (fault === "late") {
    late.push(async () => void (await forward()));
    return void response.destroy();
  }
  const forwarded = await forward();
  const text = await forwarded.text();
  if (fault === "lost") return void response.destroy();
  if (fault === "malformed") return void response.writeHead(200).end("<html>");
  for (const name of RETURNED) {
    const value = forwarded.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(forwarded.status).end(text);
}

/** Reads the request, so that it can be forwarded now or later. */
async function forwarding(request: IncomingMessage, url: string): Promise<() => Promise<Response>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = FORWARDED.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const { method = "GET" } = request;
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  return () => fetch(url, { method, headers, body, redirect: "manual" });
}
