// One shop, one customer and one coffee, wherever the document shows an example.
const INTENT_ID = "0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f";
const MERCHANT_ID = "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24";
const COUNTER_ID = "b7e2d8a4-91c3-4f6a-8d05-3e9b7c1a2f68";
const WALLET_ID = "e5f8c1d7-3a92-4b6e-8f04-7c2d9a1b5e36";
const CREATED = "2026-09-01T08:30:00.000Z";
const PAID = "2026-09-01T08:30:42.118Z";

const NOTHING_YET = {
  refund_status: null,
  completed_at: null,
  cancelled_at: null,
};

const publicIntent = {
  id: INTENT_ID,
  merchant_id: MERCHANT_ID,
  merchant_name: "Bean & Leaf",
  amount: 12.5,
  amount_minor: 1250,
  amount_decimal: "12.50",
  currency: "USD",
  description: "Two flat whites and a scone",
  status: "pending",
  expires_at: "2026-09-01T09:00:00.000Z",
  created_at: CREATED,
  updated_at: CREATED,
  ...NOTHING_YET,
};

const qr = {
  qr_code_url: "data:image/png;base64,iVBORw0KGgo…",
  qr_data: `{"payment_intent_id":"${INTENT_ID}","amount":12.5,"currency":"USD","merchant_id":"${MERCHANT_ID}","merchant_name":"Bean & Leaf"}`,
};

const privateFields = {
  target_wallet_id: null,
  completed_by: null,
  cancellation_reason: null,
  refund_ledger_tx_id: null,
  counter_id: null,
  reference: "order-1042",
  callback_url: null,
  metadata: { table: 7 },
};

const paid = { status: "completed", completed_at: PAID, updated_at: PAID };

export const PENDING_INTENT = { ...publicIntent, ...qr, ...privateFields };
export const PAID_INTENT = { ...publicIntent, ...privateFields, ...paid, completed_by: WALLET_ID };
export const REFUNDING_INTENT = {
  ...PAID_INTENT,
  refund_status: "pending",
  refund_ledger_tx_id: "5d0c7b1e-8f42-4a96-b3e7-2c9a6f1d4b80",
  updated_at: "2026-09-01T10:02:11.004Z",
};
export const SCANNED_INTENT = {
  ...publicIntent,
  ...privateFields,
  status: "pending_approval",
  expires_at: "2026-09-01T08:35:00.000Z",
  target_wallet_id: WALLET_ID,
  counter_id: COUNTER_ID,
};
export const PUBLIC_INTENT = { ...publicIntent, is_payable: true, is_processing: false, ...qr };
export const WALLET_INTENT = { ...publicIntent, ...paid, is_processing: false, completed_by: WALLET_ID };
export const APPROVAL = {
  ...publicIntent,
  status: "pending_approval",
  expires_at: SCANNED_INTENT.expires_at,
  is_processing: false,
  completed_by: null,
};

export const CREATE_INTENT = {
  amount: 12.5,
  currency: "USD",
  description: publicIntent.description,
  reference: "order-1042",
  metadata: { table: 7 },
};
export const SCAN_TOKEN =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6InNjYW4rand0In0.eyJhdWQiOiJzY2FuLXBheW1lbnQifQ.SIGNATURE";
export const SCAN = { ...CREATE_INTENT, scan_token: SCAN_TOKEN, counter_id: COUNTER_ID, expires_in: 300 };

export const INTENT_EVENT = {
  id: "0199c0de-ab12-7f00-8123-456789abcdef",
  sequence: 1,
  type: "payment.completed",
  created_at: PAID,
  actor: `wallet-${WALLET_ID}`,
  request_id: "123e4567-e89b-42d3-a456-426614174000",
};

const WEBHOOK_URL = "https://bean-and-leaf.example/webhooks";
const HEALTH = { status: "healthy", consecutive_failures: 0, degraded_since: null, next_probe_at: null };

export const COUNTER = {
  id: COUNTER_ID,
  merchant_id: MERCHANT_ID,
  name: "Till 1",
  status: "active",
  location: "Front",
  idp_client_id: `counter-${COUNTER_ID}`,
  webhook_url: "https://bean-and-leaf.example/till-1",
  webhook_events: ["payment.completed"],
  webhook_health: HEALTH,
  created_at: CREATED,
  updated_at: CREATED,
};

export const WEBHOOK_SETTINGS = {
  url: WEBHOOK_URL,
  events: ["payment.completed", "refund.failed"],
  health: HEALTH,
};

const webhookBody = {
  type: "payment.completed",
  timestamp: PAID,
  data: {
    payment_intent: PAID_INTENT,
    reference: PAID_INTENT.reference,
    metadata: PAID_INTENT.metadata,
    sequence: 1,
  },
};
export const EVENT = { id: INTENT_EVENT.id, ...webhookBody };

export const DELIVERY = {
  id: EVENT.id,
  type: EVENT.type,
  payment_intent_id: INTENT_ID,
  sequence: 1,
  status: "delivered",
  attempts: 1,
  endpoint: "merchant",
  counter_id: null,
  url: WEBHOOK_URL,
  waiting_for_endpoint: false,
  next_attempt_at: null,
  last_response_status: 200,
  last_error: null,
  created_at: PAID,
  delivered_at: "2026-09-01T08:30:42.350Z",
};
const ATTEMPT = {
  at: "2026-09-01T08:30:42.201Z",
  url: WEBHOOK_URL,
  status: 200,
  duration_ms: 149,
  error: null,
  response: "ok",
  next_attempt_at: null,
};
export const DELIVERY_DETAIL = { ...DELIVERY, payload: webhookBody, attempt_log: [ATTEMPT] };

export const WEBHOOK_TEST = {
  url: WEBHOOK_URL,
  delivered: true,
  status: 200,
  latency_ms: 149,
  error: null,
  response: "ok",
  signed_content: `${EVENT.id}.1788251442.{"type":"ping",…}`,
  headers: { "webhook-id": EVENT.id, "webhook-timestamp": "1788251442", "webhook-signature": "v1,…" },
  curl: `curl -i -X POST '${WEBHOOK_URL}' …`,
};

export const MERCHANT = {
  id: MERCHANT_ID,
  email: "owner@bean-and-leaf.example",
  business_name: "Bean & Leaf",
  status: "active",
  client_id: `merchant-${MERCHANT_ID}`,
  created_at: CREATED,
  updated_at: CREATED,
  suspended_at: null,
  suspension_reason: null,
  refunds_stopped_at: null,
  refunds_stop_reason: null,
  erasure: null,
};

export const FINDING = {
  kind: "refund_unfinished",
  since: "2026-09-01T10:02:11.004Z",
  merchant_id: MERCHANT_ID,
  payment_intent_id: INTENT_ID,
  event_id: null,
  transaction_id: null,
  found: "pending for 21 minutes; at the ledger 5d0c7b1e-8f42-4a96-b3e7-2c9a6f1d4b80",
  action: "Nothing while the ledger is still settling it: …",
};

export const AUDIT_ENTRY = {
  id: "0199c0df-10f2-7b3e-8c41-2f6a9d0e5b73",
  action: "webhook_address.changed",
  merchant_id: MERCHANT_ID,
  target_id: COUNTER_ID,
  actor: {
    kind: "user",
    client_id: "merchant-dashboard",
    subject: "2c7f5d90-6b1e-4a83-b5d2-8e0f3a9c6d14",
    address: "203.0.113.7",
  },
  details: COUNTER.webhook_url,
  request_id: "123e4567-e89b-42d3-a456-426614174000",
  occurrences: 1,
  created_at: CREATED,
  erased: [],
  sequence: 4711,
  hash: "9b0c4e2d7a61f8355d02c4be91a7e63f08d5b2c94e17a6f03c8d5e21b7904f6a",
};

export const TRANSACTION = {
  transaction_id: "0e7d4c2b-5a91-4f38-8c6d-1b9e3f7a2d50",
  transaction_type: "payment",
  status: "completed",
  amount: "12.50",
  currency: "USD",
  from_account_id: WALLET_ID,
  to_account_id: MERCHANT_ID,
  description: publicIntent.description,
  metadata: { payment_intent_id: INTENT_ID },
  created_at: PAID,
  completed_at: PAID,
};

export const WALLET_TRANSACTION = {
  id: TRANSACTION.transaction_id,
  transaction_type: TRANSACTION.transaction_type,
  direction: "out",
  amount: TRANSACTION.amount,
  currency: TRANSACTION.currency,
  status: TRANSACTION.status,
  created_at: PAID,
  merchant_id: MERCHANT_ID,
  merchant_name: publicIntent.merchant_name,
  payment_intent_id: INTENT_ID,
  description: TRANSACTION.description,
};
export const WALLET = { wallet_id: WALLET_ID, balances: [{ currency: "USD", amount: "87.50" }] };
export const CLIENT_SECRET = "<CLIENT_SECRET>";
export const WEBHOOK_SECRET = "<WEBHOOK_SECRET>";
export const PAGING = { page: 1, limit: 20, total: 1, total_pages: 1 };
export const SETUP_URL =
  "https://payments.example.com/realms/payment-platform/login-actions/action-token#key=…";
export const WALLET_EVENT = {
  specversion: "1.0",
  id: INTENT_EVENT.id,
  source: "https://payments.example.com",
  type: "payment.approval_requested",
  subject: APPROVAL.id,
  time: APPROVAL.created_at,
  datacontenttype: "application/json",
  data: { wallet_id: WALLET_ID, payment_intent: APPROVAL },
};

const PAIRING_CODE = "7ZK3M-Q0V8R-4TNXH-2BPJW-9CFDE-6";
export const PAIRING = {
  counter_id: COUNTER.id,
  code: PAIRING_CODE,
  url: `https://payments.example.com/pos/pair#${PAIRING_CODE}`,
  qr_code_url: "data:image/png;base64,iVBORw0KGgo=",
  expires_at: COUNTER.created_at,
};

export const TILL = {
  id: "8f14e45f-ceea-4e8a-9d2c-3b1f0c5a7e21",
  counter_id: COUNTER.id,
  name: "iPad",
  paired_by: "3b1f0c5a-7e21-4e8a-9d2c-8f14e45fceea",
  created_at: COUNTER.created_at,
  last_used_at: COUNTER.created_at,
  expires_at: COUNTER.created_at,
};
