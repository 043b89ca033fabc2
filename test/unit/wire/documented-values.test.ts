// What the API's documentation promises about the values that the service stores and sends.
import { expect, it } from "vitest";
import sandboxDocument from "../../../src/assets/openapi.sandbox.json" with { type: "json" };
import { ACTOR_KINDS, AUDIT_ACTIONS, ERASABLE_FIELDS } from "../../../src/domain/audit-trail.ts";
import { COUNTER_STATUSES } from "../../../src/domain/counter.ts";
import { DELIVERY_STATUSES, ENDPOINT_KINDS } from "../../../src/domain/delivery.ts";
import { DEFAULT_EVENTS, EVENT_TYPES } from "../../../src/domain/events.ts";
import { MERCHANT_STATUSES } from "../../../src/domain/merchant.ts";
import {
  CANCELLATION_REASONS,
  INTENT_STATUSES,
  REFUND_STATUSES,
} from "../../../src/domain/payment-intent.ts";
import { FINDING_KINDS } from "../../../src/domain/reconciliation.ts";
import { SIMULATED_ACTIONS } from "../../../src/domain/simulation.ts";

const { schemas } = sandboxDocument.components;

it.each([
  ["statuses of payment intents", INTENT_STATUSES, schemas.PaymentIntentStatus.enum],
  ["reasons for a cancellation", CANCELLATION_REASONS, schemas.CancellationReason.enum],
  ["statuses of refunds", REFUND_STATUSES, schemas.RefundStatus.enum],
  ["types of events", EVENT_TYPES, schemas.EventType.enum],
  ["statuses of deliveries", DELIVERY_STATUSES, schemas.DeliveryStatus.enum],
  ["endpoints of webhooks", ENDPOINT_KINDS, schemas.WebhookEndpoint.enum],
  ["statuses of merchants", MERCHANT_STATUSES, schemas.MerchantStatus.enum],
  ["statuses of counters", COUNTER_STATUSES, schemas.CounterStatus.enum],
  ["simulated actions", SIMULATED_ACTIONS, schemas.Simulate.properties.action.enum],
  ["kinds of findings", FINDING_KINDS, schemas.ReconciliationFinding.properties.kind.enum],
  ["actions in the audit trail", AUDIT_ACTIONS, schemas.AuditEntry.properties.action.enum],
  ["actors in the audit trail", ACTOR_KINDS, schemas.AuditEntry.properties.actor.properties.kind.enum],
  ["fields that can be erased", ERASABLE_FIELDS, schemas.EraseAuditEntry.properties.fields.items.enum],
])("the %s are the documented ones", (_, values, documented) => {
  expect(values).toEqual(documented);
});

it("the events that an address receives by default are the documented ones", () => {
  const { description } = schemas.UpdateWebhookSettings.properties.events;
  expect(description).toMatch(/; payment\.completed when never set\.$/);
  expect(DEFAULT_EVENTS).toEqual(["payment.completed"]);
});
