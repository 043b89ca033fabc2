import { actionOn, type Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";

export function presentFinding(finding: Finding): Wire<"ReconciliationFinding"> {
  const ids = {
    merchant_id: finding.merchantId ?? null,
    payment_intent_id: finding.paymentIntentId ?? null,
    movement_id: finding.movementId ?? null,
    event_id: finding.eventId ?? null,
    transaction_id: finding.transactionId ?? null,
  };
  const named = new Map<string, string | null>(Object.entries(ids));
  const action = actionOn(finding.kind).replaceAll(/\{(\w+)\}/g, (text, name) => named.get(name) ?? text);
  return { kind: finding.kind, since: isoTime(finding.since), ...ids, found: finding.found, action };
}
