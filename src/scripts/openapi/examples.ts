// An example for each request and response, made from its schema: a field holds what the fields of its name do, or else a value
// of its type. What may be null is null, and `<NAME>` stands for a secret or another text that has no usual value.
import { addRows } from "../../core/domain/open-list.ts";
import { numberOf } from "../../core/lib/numbers.ts";
import type { PartOpenApi } from "../../core/part.ts";
import type { ResponseName } from "../../core/wire/shared/wire-types.ts";
import { componentSchemas } from "./schemas.ts";
import type { JsonSchema } from "./types.ts";

type Fields = Record<string, unknown>;
type Examples = Record<string, object>;

let schemas: Record<string, JsonSchema> | undefined;

/** Has to be called after the parts have added theirs. */
function schemaOf(component: string): JsonSchema | undefined {
  schemas ??= componentSchemas();
  return schemas[component];
}

const ID = "0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f";
const MERCHANT_ID = "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24";
const WALLET_ID = "e5f8c1d7-3a92-4b6e-8f04-7c2d9a1b5e36";
const CREATED_AT = "2026-09-01T08:30:00.000Z";
export const PAID_AT = "2026-09-01T08:30:42.118Z";
const REFUNDED_AT = "2026-09-01T10:02:11.004Z";

/** A field that is optional, or may be null, is in an example with a value if it is here. */
const FIELDS: Fields = {
  number: numberOf({ createdAt: Date.parse(CREATED_AT), id: ID }),
  merchant_id: MERCHANT_ID,
  counter_id: "b7e2d8a4-91c3-4f6a-8d05-3e9b7c1a2f68",
  wallet_id: WALLET_ID,
  merchant_name: "Bean & Leaf",
  business_name: "Bean & Leaf",
  location: "Front",
  email: "owner@bean-and-leaf.example",
  amount_minor: 1250,
  amount_decimal: "12.50",
  currency: "USD",
  description: "Two flat whites and a scone",
  reference: "order-1042",
  metadata: { table: 7 },
  transaction_id: "0e7d4c2b-5a91-4f38-8c6d-1b9e3f7a2d50",
  transaction_type: "payment",
  qr_code_url: "data:image/png;base64,iVBORw0KGgo…",
  qr_data: `{"payment_intent_id":"${ID}","amount":12.5,"currency":"USD","merchant_id":"${MERCHANT_ID}","merchant_name":"Bean & Leaf"}`,
  return_url: "https://bean-and-leaf.example/orders/1042",
  webhook_url: "https://bean-and-leaf.example/webhooks",
  url: "https://bean-and-leaf.example/webhooks",
  expires_at: "2026-09-01T09:00:00.000Z",
  expires_in: 300,
  grace_period_seconds: 3600,
  until: "2026-09-02T00:00:00.000Z",
  time_zone: "Europe/Berlin",
  address: "12 Market Street\nBerlin",
  vat_id: "DE 123456789",
  receipt_footer: "Thank you, and see you soon.",
  language: "de",
  logo_url: `https://payments.example.com/logo/${"5e884898".repeat(8)}.png`,
  is_processing: false,
  waiting_for_endpoint: false,
  has_more: false,
};

/** What a required text usually says. */
const TEXTS: Record<string, string> = {
  name: "Front counter",
  counter_name: "Front counter",
  desk_name: "Entrance",
  message: "Payment intent cancelled",
  reason: "Cold coffee",
  note: "Store the secrets now: they are not shown again.",
  token_url: "https://payments.example.com/realms/payment-platform/protocol/openid-connect/token",
  api_url: "https://payments.example.com",
  docs_url: "https://payments.example.com/docs",
  actor: `merchant-${MERCHANT_ID}`,
  action: "counter.created",
  endpoint: "merchant",
};

const NOTHING = { count: 0, amount_minor: 0, amount_decimal: "0.00" };
const DELIVERED = { status: "delivered", endpoint: "merchant", counter_id: null, delivered_at: PAID_AT };

/** What fields are together, or in one component alone. */
const COMPONENTS: Record<string, Fields> = {
  Total: { refunded: NOTHING },
  CounterTotal: { refunded: NOTHING },
  WebhookDelivery: DELIVERED,
  WebhookDeliveryDetail: DELIVERED,
  LedgerTransaction: { status: "completed" },
  SandboxMerchantResponse: { business_name: "Sandbox 7KQ2" },
  Pairing: { url: "https://payments.example.com/pos/pair#<CODE>" },
};

/** An object of this component. Those of `fields` that the component lacks are left out. */
export function exampleOf(component: string, fields: Fields = {}): Fields {
  return objectOf(schemaOf(component) ?? {}, { ...COMPONENTS[component], ...fields });
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: Fields = {}): Fields {
  const shown = Object.entries(properties).filter(
    ([name]) => name in known || name in FIELDS || required.includes(name),
  );
  return Object.fromEntries(
    shown.map(([name, schema]) => [name, name in known ? known[name] : sampleOf(schema, name)]),
  );
}

function sampleOf(schema: JsonSchema, name: string): unknown {
  const { type = [], anyOf = [], format } = schema;
  const isNullable = type.includes("null") || anyOf.some((each) => each.type === "null");
  if (isNullable) return FIELDS[name] ?? null;
  if (schema.$ref !== undefined) return sampleOfComponent(nameIn(schema.$ref), name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  // The last of the alternatives is the usual event.
  const usual = anyOf.at(-1);
  if (usual !== undefined) return sampleOf(usual, name);
  if (schema.items !== undefined) return [sampleOf(schema.items, name)];
  if (schema.properties !== undefined) return objectOf(schema);
  if (name in FIELDS) return FIELDS[name];
  if (type === "object") return {};
  if (type === "boolean") return true;
  if (type === "integer") return Math.max(1, Number(schema.minimum ?? 1));
  if (type === "number") return 12.5;
  if (format === "date-time") return CREATED_AT;
  if (format === "uuid") return ID;
  if (format === "uri") return `https://payments.example.com/pay/${ID}`;
  if (format === "date") return CREATED_AT.slice(0, 10);
  return /decimal text/i.test(schema.description ?? "")
    ? "12.50"
    : (TEXTS[name] ?? `<${name.toUpperCase()}>`);
}

function sampleOfComponent(component: string, name: string): unknown {
  const schema = schemaOf(component) ?? {};
  return schema.properties === undefined ? sampleOf(schema, name) : exampleOf(component);
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

const NO_QR = { qr_code_url: null, qr_data: null };
export const COMPLETED = {
  ...NO_QR,
  status: "completed",
  completed_at: PAID_AT,
  updated_at: PAID_AT,
  completed_by: WALLET_ID,
};
export const SCANNED = { ...NO_QR, status: "pending_approval", target_wallet_id: WALLET_ID };
const REFUND = { reference: "refund-17", reason: "Cold coffee" };
export const REFUNDING = {
  ...COMPLETED,
  refund_reference: REFUND.reference,
  refund_reason: REFUND.reason,
  refund_status: "pending",
  refund_ledger_tx_id: "5d0c7b1e-8f42-4a96-b3e7-2c9a6f1d4b80",
  updated_at: REFUNDED_AT,
};

function withIntent(response: ResponseName, fields: Fields): Fields {
  const { $ref = "" } = schemaOf(response)?.properties?.payment_intent ?? {};
  return exampleOf(response, { payment_intent: exampleOf(nameIn($ref), fields) });
}

/** What a schema does not tell: the states of an intent, and of two nulls one. */
const RESPONSES: Partial<Record<ResponseName, () => Examples>> = {
  PaymentIntentResponse: () => ({
    pending: exampleOf("PaymentIntentResponse"),
    pending_approval: withIntent("PaymentIntentResponse", SCANNED),
    completed: withIntent("PaymentIntentResponse", COMPLETED),
  }),
  ResolvedPaymentIntentResponse: () => ({ settled: withIntent("ResolvedPaymentIntentResponse", COMPLETED) }),
  RefundResponse: () => ({ pending: withIntent("RefundResponse", REFUNDING) }),
  WalletPaymentIntentResponse: () => ({ paid: withIntent("WalletPaymentIntentResponse", COMPLETED) }),
  PaymentProcessingResponse: () => ({
    processing: withIntent("PaymentProcessingResponse", { is_processing: true }),
  }),
  AccessRevokedResponse: () => ({
    listed: exampleOf("AccessRevokedResponse", { made_since: exampleOf("MadeSince"), not_found: [] }),
    ended: exampleOf("AccessRevokedResponse", { not_found: [] }),
  }),
};

export function responseExamples(response: ResponseName): Examples {
  return RESPONSES[response]?.() ?? { example: exampleOf(response) };
}

/** Bodies of which not every field may stand beside every other, or none must be there. */
const REQUESTS: Record<string, Examples> = {
  RefundPaymentIntent: { example: REFUND },
  LogoFile: {},
  RevokeAccess: { list: { since: CREATED_AT, dry_run: true } },
  ResolvePaymentIntent: {
    transaction: { transaction_id: FIELDS.transaction_id },
    declined: { outcome: "declined" },
  },
  TokenRequest: {
    client: {
      grant_type: "client_credentials",
      client_id: `merchant-${MERCHANT_ID}`,
      client_secret: "<CLIENT_SECRET>",
    },
  },
};

export function requestExamples(name: string, schema: JsonSchema): Examples {
  return REQUESTS[name] ?? { example: objectOf(schema) };
}

export const TEXT_EXAMPLES: Record<string, string> = {
  "text/csv":
    "date,date_time,type,payment_intent_id,reference,description,counter,counter_id,currency,amount,transaction_id,refund_reference,refund_reason,number\r\n" +
    `2026-09-01,2026-09-01T10:31:12+02:00,payment,${ID},order-1042,Two flat whites,,,EUR,12.50,tx-81,,,#9S9WCE\r\n`,
};

export function addExamples(ofParts: Required<PartOpenApi>): void {
  addRows(COMPONENTS, ofParts.componentExamples);
  addRows(REQUESTS, ofParts.requestExamples);
  addRows(TEXT_EXAMPLES, ofParts.textExamples);
}
