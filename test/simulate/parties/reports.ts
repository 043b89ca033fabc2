// What the ledger tells the service of transactions that it has decided later.
import type { Dependencies } from "#core/services/dependencies.ts";
import { receiveLedgerEvent } from "#core/services/payment-intents/ledger-events.ts";
import type { Random } from "../../support/random.ts";
import type { Queues } from "../platform/queues.ts";
import { response } from "../platform/response.ts";
import { EVENTS_SECRET } from "../variables.ts";
import type { Books } from "./ledger.ts";
import { signatureOf } from "./receivers.ts";

/** The service as a report finds it. `invoke` is null while the process is down. */
interface Service {
  ledger: Pick<Books, "isHeld">;
  random: Random;
  queues: Queues;
  violations: string[];
  invoke<T>(name: string, code: (deps: Dependencies) => Promise<T>): { done: Promise<T> } | null;
}

export function signedReport(event: object, now: number): [headers: Headers, body: string] {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    "webhook-id": "report",
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signatureOf(EVENTS_SECRET, `report.${timestamp}.${body}`)}`,
  };
  return [new Headers(headers), body];
}

/** Half of the reports come over HTTP, half through the queue. One that comes too early is refused, and repeated. */
export async function receiveReport(service: Service, headers: Headers, body: string): Promise<Response> {
  const { type, data } = JSON.parse(body);
  if (type === "transaction.settled" && service.ledger.isHeld(data.transaction_id)) return response(503);
  const received = service.invoke("report", async (deps) => {
    if (service.random.chance(0.5)) return await receiveLedgerEvent(deps, headers, body);
    await service.queues.binding("ledger-events").send(JSON.parse(body));
    return "recorded";
  });
  try {
    const outcome = (await received?.done) ?? null;
    if (outcome !== null && outcome !== "recorded")
      service.violations.push(`a ledger's report was ${outcome}`);
    return response(outcome === null ? 503 : 204);
  } catch {
    return response(503);
  }
}
