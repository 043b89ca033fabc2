// The endpoint of merchants that have none: keeps the webhooks that are sent to it. It is called in process, because a
// Worker cannot fetch its own address.
import { v7 as newMessageId } from "uuid";
import type { Database } from "#core/db/client.ts";
import { listFaultsOfIntent } from "#sandbox/db/faults.ts";
import { storeInboxMessage } from "#sandbox/db/inbox.ts";
import type { IntentFault } from "#sandbox/domain/cases.ts";

/** No status: the inbox does not respond before the sender gives up. */
const STATUS: Partial<Record<IntentFault, number | null>> = {
  endpoint_down: 500,
  endpoint_gone: 410,
  endpoint_slow: null,
};

/** Keeps what a merchant is sent, and responds as an endpoint with the merchant's faults does. */
export async function receiveInInbox(
  db: Database,
  merchantId: string,
  request: Request,
  now: number,
): Promise<Response> {
  const body = await request.text();
  const faults = await listFaultsOfIntent(db, { merchantId, intentId: intentOf(body), now });
  const [status = 200] = faults.map((fault) => STATUS[fault]).filter((known) => known !== undefined);
  await storeInboxMessage(db, merchantId, {
    id: newMessageId({ msecs: now }),
    receivedAt: now,
    headers: Object.fromEntries(request.headers),
    body,
    responseStatus: status,
  });
  return status === null ? await noResponse(request.signal) : new Response(null, { status });
}

/** A test webhook is about no intent. */
function intentOf(body: string): string {
  const { data } = JSON.parse(body) as { data?: { payment_intent?: { id?: string } } };
  return data?.payment_intent?.id ?? "";
}

function noResponse(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason));
  return promise;
}
