// Writes down what each client requested and what came back, below the merchants' client: its retries count as well.
// A request that found the port closed has not reached the service, and is left out.
import type { Fetch } from "#sdk/index.ts";
import type { Exchange, Json } from "../judge/evidence.ts";

export interface Journal {
  exchanges: readonly Exchange[];
  /** A `fetch` whose requests are noted as this actor's. */
  fetchAs(actor: string): Fetch;
}

const NOTED = /\/(merchant|wallet|sandbox|desk)\/(api\/)?v1\//;

export function startJournal(): Journal {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    fetchAs: (actor) => async (url, init) => {
      const { pathname: path } = new URL(url);
      if (!NOTED.test(path)) return await fetch(url, init);
      const exchange: Exchange = {
        actor,
        method: init.method ?? "GET",
        path,
        key: new Headers(init.headers).get("Idempotency-Key"),
        request: typeof init.body === "string" ? parse(init.body) : null,
        sentAt: Date.now(),
        response: null,
      };
      const response = await fetch(url, init).catch((error: unknown) => {
        if (!isRefused(error)) exchanges.push(exchange);
        throw error;
      });
      exchanges.push(exchange);
      const body = parse(await response.clone().text());
      exchange.response = { status: response.status, at: Date.now(), body };
      return response;
    },
  };
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

/** A response that is not JSON says nothing. The QR codes would fill the memory. */
function parse(text: string): Json {
  try {
    return JSON.parse(text, (name, value) => (name.startsWith("qr_") ? undefined : value)) ?? {};
  } catch {
    return {};
  }
}
