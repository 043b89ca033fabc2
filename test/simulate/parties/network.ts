// Who responds to the service's requests, by the host.
import type { Effects } from "../platform/effects.ts";
import { response } from "../platform/response.ts";
import { LEDGER_HOST, PROVIDER_HOST, PUSH_HOST, SERVICE_HOST } from "../variables.ts";
import type { Books } from "./ledger.ts";
import type { Pushes } from "./pushes.ts";
import type { Receivers } from "./receivers.ts";
import { receiveReport } from "./reports.ts";

type Network = Parameters<typeof receiveReport>[0] & {
  effects: Effects;
  ledger: Books;
  receivers: Receivers;
  pushes: Pushes;
};

export function fetchFrom(network: Network, url: string, init: RequestInit): Promise<Response> {
  const { hostname, pathname } = new URL(url);
  const { ledger, receivers, pushes } = network;
  const headers = new Headers(init.headers);
  const body = String(init.body ?? "");
  const method = init.method ?? "GET";
  const exchange = (port: Port, label: string, respond: () => Response | Promise<Response>) =>
    exchangeOver(network.effects, port, label, init.signal, respond);
  switch (hostname) {
    case LEDGER_HOST: {
      const label = `${method} ${headers.get("Idempotency-Key")?.slice(-14) ?? pathname.slice(-14)}`;
      return exchange("ledger", label, () => ledger.respond(method, url, headers, body));
    }
    case SERVICE_HOST:
      return exchange("report", body.slice(9, 27), () => receiveReport(network, headers, body));
    case PROVIDER_HOST:
      return exchange("identity_provider", pathname.slice(-14), () => providerResponse(method, pathname));
    case PUSH_HOST:
      return exchange("push_service", pathname, () => pushes.respond(headers));
    default:
      return exchange("receiver", `${hostname} ${headers.get("webhook-id")?.slice(-6)}`, () =>
        receivers.respond(url, headers, body),
      );
  }
}

type Port = "ledger" | "report" | "receiver" | "identity_provider" | "push_service";

/** The caller may give up first; the other side does not notice. */
function exchangeOver(
  effects: Effects,
  port: Port,
  label: string,
  signal: AbortSignal | null | undefined,
  respond: () => Response | Promise<Response>,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  effects
    .performAsync<Response>(port, label, (settle) => {
      Promise.resolve(respond()).then(settle.resolve, settle.reject);
    })
    .then(resolve, reject);
  return promise;
}

function providerResponse(method: string, path: string): Response {
  if (path.endsWith("/token")) return response(200, '{"access_token":"token","expires_in":300}');
  return method === "POST" ? response(201) : response(200, "[]");
}
