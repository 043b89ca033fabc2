// An example for every request and response. A response's follows from its schema and the samples.
import type { ResponseName } from "../../wire/shared/wire-types.ts";
import * as shop from "./samples.ts";
import { componentSchemas } from "./schemas.ts";
import type { JsonSchema } from "./types.ts";

type Fields = Record<string, unknown>;
type Examples = Record<string, object>;

const SCHEMAS = componentSchemas();

/** An object of this component. Those of `fields` that the component lacks are left out. */
export function exampleOf(component: string, fields: Fields = {}): Fields {
  return objectOf(SCHEMAS[component] ?? {}, { ...shop.COMPONENTS[component], ...fields });
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: Fields): Fields {
  const shown = Object.entries(properties).filter(([name]) => name in known || required.includes(name));
  return Object.fromEntries(
    shown.map(([name, schema]) => [name, name in known ? known[name] : sampleFor(schema, name)]),
  );
}

function sampleFor(schema: JsonSchema, field = ""): unknown {
  if (field in shop.FIELDS) return shop.FIELDS[field];
  if (schema.$ref !== undefined) return sampleOfComponent(schema.$ref);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (isNullable(schema)) return null;
  // The last of the alternatives is the usual event.
  const usual = schema.anyOf?.at(-1);
  if (usual !== undefined) return sampleFor(usual);
  if (schema.items !== undefined) return [sampleFor(schema.items)];
  if (schema.properties !== undefined) return objectOf(schema, {});
  if (schema.format === "date-time") return shop.CREATED;
  if (schema.type === "integer") return 1;
  if (schema.type === "boolean") return true;
  throw new Error(`no sample has a value for ${field}`);
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function sampleOfComponent(reference: string): unknown {
  const name = nameIn(reference);
  const schema = SCHEMAS[name] ?? {};
  return schema.properties === undefined ? sampleFor(schema) : exampleOf(name);
}

function isNullable({ type = [], anyOf = [] }: JsonSchema): boolean {
  return type.includes("null") || anyOf.some((each) => each.type === "null");
}

/** The response with an intent in this state. */
function withIntent(response: ResponseName, fields: Fields): Fields {
  const { $ref = "" } = SCHEMAS[response]?.properties?.payment_intent ?? {};
  return exampleOf(response, { payment_intent: exampleOf(nameIn($ref), fields) });
}

const APPROVAL = exampleOf("WalletPaymentIntent", shop.SCANNED);
const EXPORTED = { cancellation_reason: null };
const AUDIT_ENTRY = exampleOf("AuditEntry");

/** Of responses that have several examples, or one that their schema does not tell. */
const RESPONSES: Partial<Record<ResponseName, Examples>> = {
  PaymentIntentResponse: {
    pending: exampleOf("PaymentIntentResponse"),
    pending_approval: withIntent("PaymentIntentResponse", shop.SCANNED),
    completed: withIntent("PaymentIntentResponse", shop.COMPLETED),
  },
  ResolvedPaymentIntentResponse: { settled: withIntent("ResolvedPaymentIntentResponse", shop.COMPLETED) },
  RefundResponse: { pending: withIntent("RefundResponse", shop.REFUNDING) },
  WalletPaymentIntentResponse: {
    paid: exampleOf("WalletPaymentIntentResponse"),
    rejected: withIntent("WalletPaymentIntentResponse", {
      ...shop.SCANNED,
      status: "cancelled",
      cancelled_at: shop.CREATED,
    }),
  },
  PaymentProcessingResponse: {
    processing: withIntent("PaymentProcessingResponse", { ...shop.SCANNED, status: "pending" }),
  },
  ApprovalsResponse: { one: exampleOf("ApprovalsResponse", { approvals: [APPROVAL] }) },
  AccessRevokedResponse: {
    listed: exampleOf("AccessRevokedResponse", { made_since: exampleOf("MadeSince") }),
    ended: exampleOf("AccessRevokedResponse"),
  },
  AuditEntryResponse: {
    erased: exampleOf("AuditEntryResponse", {
      entry: {
        ...AUDIT_ENTRY,
        actor: { ...(AUDIT_ENTRY.actor as object), address: null },
        erased: ["address"],
      },
    }),
  },
  WalletExportResponse: {
    whole: exampleOf("WalletExportResponse", {
      rows: {
        blocked_merchants: [{ merchant_id: shop.MERCHANT_ID, created_at: shop.CREATED }],
        scan_tokens: [],
      },
      payments_under_way: [],
      requests: [{ ...APPROVAL, ...EXPORTED }],
      transactions: [
        {
          ...exampleOf("WalletTransaction"),
          payment_intent: { ...exampleOf("WalletPaymentIntent"), ...EXPORTED },
        },
      ],
    }),
  },
  SandboxFaultsResponse: {
    slow: exampleOf("SandboxFaultsResponse"),
    none: exampleOf("SandboxFaultsResponse", { faults: [] }),
  },
  SandboxInboxResponse: {
    paid: exampleOf("SandboxInboxResponse", {
      messages: [exampleOf("InboxMessage", { body: JSON.stringify(exampleOf("PaymentIntentWebhook")) })],
    }),
  },
  WalletEventsResponse: {
    requested: exampleOf("WalletEventsResponse", {
      events: [
        {
          specversion: "1.0",
          id: shop.EVENT_ID,
          source: "https://payments.example.com",
          type: "payment.approval_requested",
          subject: shop.INTENT_ID,
          time: shop.CREATED,
          datacontenttype: "application/json",
          data: { wallet_id: shop.WALLET_ID, payment_intent: APPROVAL },
        },
      ],
    }),
  },
};

export function responseExamples(response: ResponseName): Examples {
  return RESPONSES[response] ?? { example: exampleOf(response) };
}

const ORDER = {
  amount: 12.5,
  currency: "USD",
  description: shop.DESCRIPTION,
  reference: "order-1042",
  metadata: { table: 7 },
};
const { transaction_id } = shop.TRANSACTION;
const BUSINESS_NAME = "Bean & Leaf";
const PUSH_ENDPOINT = "https://push.example.net/send/f1x8kPqW3zE";

/** By the name of the request's schema. */
export const REQUEST_EXAMPLES: Record<string, Examples> = {
  CreatePaymentIntent: { order: ORDER, smallest: { amount: 3 } },
  ScanPayment: {
    order: { ...ORDER, scan_token: shop.SCAN_TOKEN, counter_id: shop.COUNTER_ID, expires_in: 300 },
  },
  CreateCounter: { till: { name: "Till 1", location: "Front", webhook_url: shop.TILL_WEBHOOK_URL } },
  CreateDesk: {
    canteen: {
      name: shop.DESK_NAME,
      currency: "USD",
      top_up_max: 200,
      top_up_day: 5000,
      pay_out_max: 50,
      pay_out_day: 500,
    },
  },
  CustomerCode: { scanned: { code: shop.SCAN_TOKEN } },
  CreateTopUp: {
    scanned: { code: shop.SCAN_TOKEN, amount: 20 },
    named: { wallet_id: shop.WALLET_ID, amount: 20 },
  },
  CreatePayOut: { scanned: { scan_token: shop.SCAN_TOKEN, amount: 12.5 } },
  UpdateDesk: { stop: { status: "inactive" }, limit: { pay_out_max: 20 } },
  UpdateCounter: { move: { location: "Terrace" } },
  UpdateWebhookSettings: {
    settings: { url: shop.WEBHOOK_URL, events: ["payment.completed", "refund.failed"] },
  },
  InviteMerchantUser: { staff: { email: "ada@bean-and-leaf.example", role: "staff" } },
  UpdateMerchantUser: { promote: { role: "owner" } },
  UpdateMerchantSettings: { zone: { time_zone: "Europe/Berlin" } },
  RotateSecret: { overlap: { grace_period_seconds: 3600 } },
  RecoverDeliveries: { outage: { since: "2026-09-01T00:00:00Z", until: "2026-09-02T00:00:00Z" } },
  UpdateMerchant: { renamed: { business_name: BUSINESS_NAME } },
  RegisterMerchant: { shop: { email: shop.EMAIL, business_name: BUSINESS_NAME } },
  CreateSandboxWallet: { funded: { currency: "USD", balance: 100 } },
  Simulate: { pay: { action: "pay" } },
  SetSandboxFaults: { slow: { faults: ["ledger_slow"] } },
  AdvanceSandboxClock: { expire: { minutes: 30 } },
  ResolvePaymentIntent: {
    transaction: { transaction_id },
    unnamed: { transaction_id, confirm: shop.INTENT_ID },
    declined: { outcome: "declined" },
  },
  ResolveMovement: {
    transaction: { transaction_id },
    declined: { outcome: "declined" },
  },
  Adjustment: {
    payout: {
      account_id: shop.MERCHANT_ID,
      direction: "debit",
      amount: 450,
      currency: "USD",
      reason: "Paid out by bank transfer, September",
    },
  },
  EraseMerchant: { confirmed: { confirm: shop.MERCHANT_ID } },
  EraseWallet: { confirmed: { confirm: shop.WALLET_ID } },
  EraseAuditEntry: { address: { fields: ["address"] } },
  IncidentReason: { fraud: { reason: "Fraud reported by the bank, case 4711" } },
  RevokeAccess: {
    list: { since: "2026-11-24T18:00:00Z", dry_run: true },
    end: { reason: "Client secret leaked", counters: [shop.COUNTER_ID], tills: [shop.TILL_ID] },
  },
  DisableUser: { lost: { email: shop.EMAIL, reason: "Laptop stolen" } },
  EnableUser: { found: { email: shop.EMAIL } },
  SubscribePush: {
    browser: {
      endpoint: PUSH_ENDPOINT,
      keys: {
        p256dh: "BLlajaXRQ5DzcT4-E86v7uXyVMnqHlDvGlGipocTC7qCV8cC5YoDQqX-cIoKX8L_hfQG0uW6Xc8lNg54viZM6v8",
        auth: "c2l4dGVlbiBieXRlcyEhIQ",
      },
    },
  },
  UnsubscribePush: { browser: { endpoint: PUSH_ENDPOINT } },
  LedgerEvent: { settled: { type: "transaction.settled", data: shop.TRANSACTION } },
  TokenRequest: {
    client: {
      grant_type: "client_credentials",
      client_id: `merchant-${shop.MERCHANT_ID}`,
      client_secret: "<CLIENT_SECRET>",
    },
  },
};

/** The exported merchant has one payment; its records are shortened. */
const EXPORT_LINES = [
  { type: "header", format: 1, merchant_id: shop.MERCHANT_ID, started_at: "2026-09-01T12:00:00.000Z" },
  { type: "merchant", data: { id: shop.MERCHANT_ID, business_name: BUSINESS_NAME } },
  { type: "payment_intent", data: { id: shop.INTENT_ID, amount_minor: 1250, status: "completed" } },
  {
    type: "end",
    counts: { merchant: 1, payment_intent: 1 },
    totals: [exampleOf("Total")],
    next_cursor: null,
  },
];

export const TEXT_EXAMPLES = {
  "text/plain": `# HELP payments_refunds_total Refunds by what happened to them.
# TYPE payments_refunds_total counter
payments_refunds_total{event="requested"} 3
`,
  "text/csv":
    "date,date_time,type,payment_intent_id,reference,description,counter,counter_id,currency,amount,transaction_id\r\n" +
    `2026-09-01,2026-09-01T10:31:12+02:00,payment,${shop.INTENT_ID},order-1042,Two flat whites,,,EUR,12.50,tx-81\r\n` +
    `2026-09-01,2026-09-01T11:02:47+02:00,refund,${shop.INTENT_ID},order-1042,Two flat whites,,,EUR,-12.50,tx-94\r\n`,
  "application/x-ndjson": EXPORT_LINES.map((line) => `${JSON.stringify(line)}\n`).join(""),
};
