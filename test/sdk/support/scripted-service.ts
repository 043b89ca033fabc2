// A service with scripted responses, in order; its identity provider issues token-1, token-2 and so on.
import type { ConnectionOptions, MerchantClientOptions } from "#sdk/index.ts";

export const BASE_URL = "https://payments.example.com";
export const INTENT_ID = "019aa000-0000-7000-8000-000000000001";

export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal | null;
  redirect: string | undefined;
}

type Respond = (request: SentRequest) => Response | Promise<Response>;
/** An Error is a network failure. */
export type ScriptedResponse = Response | Error | Respond;

export interface ScriptedService {
  /** Token requests are not among them. */
  sent: SentRequest[];
  tokenRequests: SentRequest[];
  /** Milliseconds between attempts; nothing really waits. */
  slept: number[];
  clock: { now: number };
  /** Responses to the next token requests; then tokens of 300 seconds again. */
  tokenResponses: ScriptedResponse[];
  options: ConnectionOptions & MerchantClientOptions;
}

export function startScript(...responses: ScriptedResponse[]): ScriptedService {
  const clock = { now: Date.UTC(2026, 10, 21) };
  const service: Omit<ScriptedService, "options"> = {
    sent: [],
    tokenRequests: [],
    slept: [],
    clock,
    tokenResponses: [],
  };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = requestOf(url, init);
    const isToken = request.path.endsWith("/token");
    const { sent, tokenRequests, tokenResponses } = service;
    (isToken ? tokenRequests : sent).push(request);
    const usual = isToken ? tokenResponse(`token-${tokenRequests.length}`) : new Error("the script is over");
    const next = (isToken ? tokenResponses : responses).shift() ?? usual;
    if (next instanceof Error) throw next;
    return typeof next === "function" ? await next(request) : next;
  };
  const sleep = async (ms: number) => {
    service.slept.push(ms);
  };
  const credentials = { baseUrl: BASE_URL, clientId: "shop", clientSecret: "shop-secret" };
  const options = { ...credentials, fetch, sleep, clock: () => clock.now, random: () => 0.5 };
  return { ...service, options };
}

function requestOf(url: string, init: RequestInit): SentRequest {
  return {
    method: init.method ?? "GET",
    path: url.replace(BASE_URL, ""),
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === "string" ? init.body : null,
    signal: init.signal ?? null,
    redirect: init.redirect,
  };
}

export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return json({ success: false, error: `text of ${code}`, code, request_id: "request-1" }, status, headers);
}

export function tokenResponse(token: string, expiresIn = 300): Response {
  return json({ access_token: token, expires_in: expiresIn, token_type: "Bearer" });
}

export function intentResponse(status = "pending", headers: Record<string, string> = {}): Response {
  return json({ success: true, payment_intent: { id: INTENT_ID, status } }, 200, headers);
}

/** A service that hangs: ends only when the request is aborted. */
export function hang(request: SentRequest): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal?.addEventListener("abort", () => reject(request.signal?.reason), { once: true });
  });
}
