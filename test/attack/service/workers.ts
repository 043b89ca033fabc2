// What tests import from "cloudflare:workers" when the service is a process of its own: its variables, the file with its
// rows, and its address.
import { noteSecretsOf, noteToken } from "../../support/log-watch.ts";
import { attacked, openRows } from "./copy.ts";

/** Parts of stack traces, of error texts of D1, SQLite and workerd, and of paths of the source. */
const INTERNALS =
  /\bat \w[\w.<>]* \(|\.ts:\d+|D1_ERROR|SQLITE_|TypeError|ReferenceError|node_modules|wrangler/;
const TIMEOUT_MS = 30_000;
/** Before a test replaces it, for the webhooks that a service in its own process would send. */
const { fetch } = globalThis;

export const env = { ...attacked.variables, DB: openRows(), PAYMENT_INTENTS: { getByName: () => null } };

export const exports = { default: { fetch: send } };

/** Never constructed: the objects are in the other process. */
export class DurableObject {}

/** Each response is checked for what none may show. A request without an address comes from one of its own. */
async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has("CF-Connecting-IP")) headers.set("CF-Connecting-IP", randomAddress());
  noteToken(headers.get("Authorization"));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: "manual", ...init, headers, signal });
  const shown = await response.clone().text();
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/json")) noteSecretsOf(JSON.parse(shown || "null"));
  const internal = type.startsWith("text/html") ? null : INTERNALS.exec(shown)?.[0];
  if (internal || response.status >= 500)
    throw new Error(`${init.method ?? "GET"} ${url}: ${response.status} ${internal ?? ""} ${shown}`);
  return response;
}

/** Takes one from the networks that are set aside for benchmarks (RFC 2544): no two callers share an address by chance. */
export function randomAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `198.${18 + (a % 2)}.${b}.${c}`;
}
