// Every request of the attack. Each response is checked for what no response may show.

/** The service under attack. */
export interface Target {
  baseUrl: string;
  admin: { clientId: string; clientSecret: string };
}

export interface Options {
  token?: string | undefined;
  /** The address the request appears to come from. */
  from?: string;
  headers?: Record<string, string>;
  json?: unknown;
  body?: BodyInit;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of any response
export type Json = any;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined when the body is not JSON. */
  json: Json;
}

const SECRET_FIELDS = ["client_secret", "access_token", "webhook_secret", "scan_token"];
const TIMEOUT_MS = 30_000;
/** Parts of stack traces, of error texts of D1, SQLite and workerd, and of paths of the source. */
const INTERNALS =
  /\bat \w[\w.<>]* \(|\.ts:\d+|D1_ERROR|SQLITE_|TypeError|ReferenceError|node_modules|wrangler/;

/** Texts that the service's log must not have, and what they are. */
export const confidential = new Map<string, string>();

/** What was seen in any response that must not be in one. */
export const leaks: string[] = [];
let requests = 0;

export function requestCount(): number {
  return requests;
}

export async function send(
  target: Target,
  method: string,
  path: string,
  options: Options = {},
): Promise<Reply> {
  const { token, from = randomAddress(), headers = {}, json, body } = options;
  requests += 1;
  const response = await fetch(target.baseUrl + path, {
    method,
    headers: {
      "CF-Connecting-IP": from,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const reply = {
    status: response.status,
    headers: response.headers,
    ...parsed(await response.text()),
  };
  noteLeaks(`${method} ${path.slice(0, 80)}`, reply);
  noteSecrets(`${method} ${path.slice(0, 80)}`, reply);
  return reply;
}

export async function sendForm(
  target: Target,
  path: string,
  form: Record<string, string>,
  options: Options = {},
): Promise<Reply> {
  return await send(target, "POST", path, { ...options, body: new URLSearchParams(form) });
}

/** From the networks that are set aside for benchmarks (RFC 2544): no two attacks share an address by chance. */
export function randomAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `198.${18 + (a % 2)}.${b}.${c}`;
}

function parsed(text: string): { text: string; json: unknown } {
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}

function noteLeaks(request: string, { status, text, headers }: Reply): void {
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const internal = isPage ? null : INTERNALS.exec(text)?.[0];
  if (internal) leaks.push(`${request} shows "${internal}"`);
  if (status >= 500) leaks.push(`${request} ended in ${status}: ${text.slice(0, 120)}`);
}

/** What a response hands out in confidence. A sandbox wallet's `scan_token` may be its id, which is no secret. */
function noteSecrets(request: string, { json }: Reply): void {
  for (const name of SECRET_FIELDS) {
    const value = json?.[name];
    if (typeof value === "string" && value !== json.wallet_id)
      confidential.set(value, `${name} from ${request}`);
  }
}
