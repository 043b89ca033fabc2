// What the API's documentation promises about the values that the service stores and sends.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import sandboxDocument from "#assets/openapi.sandbox.json" with { type: "json" };
import { ACTOR_KINDS, AUDIT_ACTIONS, ERASABLE_FIELDS } from "#core/domain/audit/audit-trail.ts";
import { COUNTER_STATUSES } from "#core/domain/counters/counter.ts";
import { BEFORE_ALL } from "#core/domain/cursor.ts";
import { MERCHANT_STATUSES } from "#core/domain/merchants/merchant.ts";
import { DEFAULT_EVENTS, EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import {
  CANCELLATION_REASONS,
  INTENT_STATUSES,
  REFUND_STATUSES,
} from "#core/domain/payment-intents/payment-intent.ts";
import { CHECKS, FINDING_KINDS } from "#core/domain/reconciliation/reconciliation.ts";
import { SIMULATED_ACTIONS } from "#core/domain/simulation.ts";
import { DELIVERY_STATUSES, ENDPOINT_KINDS } from "#core/domain/webhooks/delivery.ts";
import { fieldsOf } from "#core/http/warnings.ts";
import * as counters from "#core/wire/counters/requests.ts";
import * as merchants from "#core/wire/merchants/requests.ts";
import * as paymentIntents from "#core/wire/payment-intents/requests.ts";
import * as tokens from "#core/wire/sessions/requests.ts";
import { historyCursor, listCursor } from "#core/wire/shared/cursor.ts";
import * as fields from "#core/wire/shared/fields.ts";
import * as webhooks from "#core/wire/webhooks/requests.ts";
import * as movements from "#parts/desk/wire/movement-requests.ts";
import * as exportRequests from "#parts/exports/requests.ts";
import { exportCursor } from "#parts/exports/wire/present-merchant-export.ts";
import * as push from "#parts/push/requests.ts";
import * as reconciliation from "#parts/reconciliation/wire/requests.ts";
import * as wallet from "#parts/wallet/requests.ts";
import * as sandbox from "#sandbox/wire/requests.ts";
import { fieldNames } from "#scripts/openapi/schemas.ts";
import "#main/add-parts.ts";

const { schemas } = sandboxDocument.components;

it.each([
  ["statuses of payment intents", INTENT_STATUSES, schemas.PaymentIntentStatus.enum],
  ["reasons for a cancellation", CANCELLATION_REASONS, schemas.CancellationReason["x-extensible-enum"]],
  ["statuses of refunds", REFUND_STATUSES, schemas.RefundStatus.enum],
  ["types of events", EVENT_TYPES, schemas.EventType["x-extensible-enum"]],
  ["statuses of deliveries", DELIVERY_STATUSES, schemas.DeliveryStatus["x-extensible-enum"]],
  ["endpoints of webhooks", ENDPOINT_KINDS, schemas.WebhookEndpoint["x-extensible-enum"]],
  ["statuses of merchants", MERCHANT_STATUSES, schemas.MerchantStatus["x-extensible-enum"]],
  ["statuses of counters", COUNTER_STATUSES, schemas.CounterStatus["x-extensible-enum"]],
  ["simulated actions", SIMULATED_ACTIONS, schemas.Simulate.properties.action.enum],
  ["kinds of findings", FINDING_KINDS, schemas.ReconciliationFinding.properties.kind["x-extensible-enum"]],
  ["actions in the audit trail", AUDIT_ACTIONS, schemas.AuditEntry.properties.action["x-extensible-enum"]],
  [
    "actors in the audit trail",
    ACTOR_KINDS,
    schemas.AuditEntry.properties.actor.properties.kind["x-extensible-enum"],
  ],
  ["fields that can be erased", ERASABLE_FIELDS, schemas.EraseAuditEntry.properties.fields.items.enum],
])("the %s are the documented ones", (_, values, documented) => {
  expect(values).toEqual(documented);
});

it("the events that an address receives by default are the documented ones", () => {
  const { description } = schemas.UpdateWebhookSettings.properties.events;
  expect(description).toMatch(/; payment\.completed when never set\.$/);
  expect(DEFAULT_EVENTS).toEqual(["payment.completed"]);
});

// A field that the service accepts and does not list would be reported to the caller as unknown.

const modules: Record<string, unknown> = {
  ...counters,
  ...exportRequests,
  ...fields,
  ...merchants,
  ...movements,
  ...paymentIntents,
  ...push,
  ...reconciliation,
  ...sandbox,
  ...tokens,
  ...wallet,
  ...webhooks,
};

const requests = Object.entries(modules).flatMap(([name, schema]): [string, z.ZodMiniType][] =>
  /(Body|Query|Request)$/.test(name) && schema instanceof z.ZodMiniType ? [[name, schema]] : [],
);

describe("the fields that a request is known to have", () => {
  it.each(requests)("are those that the API documents for %s", (_name, schema) => {
    expect(fieldNames(schema).length).toBeGreaterThan(0);
    expect(fieldsOf(schema).sort()).toEqual(fieldNames(schema).sort());
  });

  it("are checked for every request", () => {
    expect(requests.length).toBeGreaterThanOrEqual(40);
  });
});

const LARGEST_TIME = 999_999_999_999_999;

const codecs = {
  list: listCursor,
  reconciliation: reconciliation.checkCursor,
  export: exportCursor,
  history: historyCursor,
};

type Kind = keyof typeof codecs;

const read = (kind: Kind, text: string) =>
  z.transform((cursor: string, { issues }): unknown => codecs[kind].read(cursor, issues)).safeParse(text);
const base64url = (text: string) =>
  new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });

it.each(["5", "0a1b25cd"])("of an export is read back in the cell %s", (shard) => {
  const cursor = { section: "events", place: shard, after: BEFORE_ALL, startedAt: 1 } as const;
  expect(read("export", exportCursor.format(cursor) ?? "").data).toEqual(cursor);
});

it("is the position as base64url, and is read back", () => {
  const position = fc.record({ createdAt: fc.nat({ max: LARGEST_TIME }), id: fc.uuid() });
  fc.assert(
    fc.property(position, (cursor) => {
      const text = listCursor.format(cursor) ?? "";
      expect(text).toBe(base64url(`${cursor.createdAt}.${cursor.id}`));
      expect(text).toMatch(/^[A-Za-z0-9]+$/);
      expect(read("list", text).data).toEqual(cursor);
    }),
    { numRuns: 2_000 },
  );
});

it("is null on the last page", () => {
  for (const codec of Object.values(codecs)) expect(codec.format(null)).toBeNull();
});

const NO_CURSORS = [
  "",
  "x",
  "next",
  "MTIz",
  "MS4wMDAw",
  "ÿ",
  "MTIz.",
  btoa("1.0000000z-0000-7000-8000-000000000000"),
];

const THIS_LIST = "must be a next_cursor of this list";

it.each<[Kind, string, string]>([
  ...NO_CURSORS.map((text): [Kind, string, string] => ["list", text, THIS_LIST]),
  ...NO_CURSORS.map((text): [Kind, string, string] => ["reconciliation", text, THIS_LIST]),
  ["reconciliation", base64url('["unknown",0,"",""]'), THIS_LIST],
  ["reconciliation", base64url(`["${CHECKS[0]}",-1,"",""]`), THIS_LIST],
  ["reconciliation", base64url(`["${CHECKS[0]}",0,"","","123456789"]`), THIS_LIST],
  ...NO_CURSORS.map((text): [Kind, string, string] => ["export", text, "must be a next_cursor of an export"]),
  ...NO_CURSORS.map((text): [Kind, string, string] => ["history", text, THIS_LIST]),
  ["history", base64url('["",1]'), THIS_LIST],
  ["history", base64url('["tx-1",0]'), THIS_LIST],
  ["export", base64url('["account",-2,"",0]'), "must be a next_cursor of an export"],
  ["export", base64url('["completed",0,"",0,"elsewhere"]'), "must be a next_cursor of an export"],
])("of kind %s is not %j", (kind, text, message) => {
  expect(read(kind, text).error?.issues).toEqual([{ code: "custom", path: ["cursor"], message }]);
});
