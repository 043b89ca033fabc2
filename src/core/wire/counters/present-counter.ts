import type { Counter } from "#core/domain/counters/counter.ts";
import { type Session, tillCounter } from "#core/domain/sessions/session.ts";
import type { EndpointHealth } from "#core/domain/webhooks/delivery.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentDevice } from "#core/wire/sessions/present-pairing.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { presentHealth } from "#core/wire/webhooks/present-delivery.ts";

/** Shows the health of its address; null where there is no address. */
export function presentCounter(counter: Counter & { webhookHealth: EndpointHealth | null }): Wire<"Counter"> {
  return {
    id: counter.id,
    merchant_id: counter.merchantId,
    name: counter.name,
    status: counter.status,
    location: counter.location,
    idp_client_id: counter.idpClientId,
    webhook_url: counter.webhookUrl,
    webhook_events: counter.webhookEvents,
    webhook_health: presentHealth(counter.webhookHealth),
    can_refund: counter.canRefund,
    reads_own_only: counter.readsOwnOnly,
    created_at: isoTime(counter.createdAt),
    updated_at: isoTime(counter.updatedAt),
  };
}

export function presentTill(session: Session): Wire<"Till"> {
  return { ...presentDevice(session), counter_id: tillCounter(session), paired_by: session.subject };
}
