// One shop, one customer and one coffee: the values of the examples wherever the document shows any.
import { presentGoLive } from "../../wire/merchants/present-go-live.ts";

export const INTENT_ID = "0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f";
export const MERCHANT_ID = "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24";
export const COUNTER_ID = "b7e2d8a4-91c3-4f6a-8d05-3e9b7c1a2f68";
export const WALLET_ID = "e5f8c1d7-3a92-4b6e-8f04-7c2d9a1b5e36";
export const REFUND_ID = "5d0c7b1e-8f42-4a96-b3e7-2c9a6f1d4b80";
export const TILL_ID = "8f14e45f-ceea-4e8a-9d2c-3b1f0c5a7e21";
const DESK_ID = "3f7a2c9d-5b81-4e06-a7d4-9c1e6b8f2035";
export const DESK_NAME = "Canteen, entrance";
const TRANSACTION_ID = "0e7d4c2b-5a91-4f38-8c6d-1b9e3f7a2d50";
const USER_ID = "0d9c3a57-6c2e-4f1b-9a84-2b7e5d1c8f36";
export const EVENT_ID = "0199c0de-ab12-7f00-8123-456789abcdef";
export const CREATED = "2026-09-01T08:30:00.000Z";
export const PAID = "2026-09-01T08:30:42.118Z";
export const REFUNDED = "2026-09-01T10:02:11.004Z";
export const EMAIL = "owner@bean-and-leaf.example";
export const DESCRIPTION = "Two flat whites and a scone";
export const WEBHOOK_URL = "https://bean-and-leaf.example/webhooks";
export const TILL_WEBHOOK_URL = "https://bean-and-leaf.example/till-1";
export const SCAN_TOKEN =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6InNjYW4rand0In0.eyJhdWQiOiJzY2FuLXBheW1lbnQifQ.SIGNATURE";

const QR_IMAGE = "data:image/png;base64,iVBORw0KGgo…";
const QR = {
  qr_code_url: QR_IMAGE,
  qr_data: `{"payment_intent_id":"${INTENT_ID}","amount":12.5,"currency":"USD","merchant_id":"${MERCHANT_ID}","merchant_name":"Bean & Leaf"}`,
};
const PAIRING_CODE = "7ZK3M-Q0V8R-4TNXH-2BPJW-9CFDE-6";
const SIGNED = { "webhook-id": EVENT_ID, "webhook-timestamp": "1788251442", "webhook-signature": "v1,…" };

const NO_QR = { qr_code_url: null, qr_data: null };
export const COMPLETED = {
  ...NO_QR,
  status: "completed",
  completed_at: PAID,
  updated_at: PAID,
  completed_by: WALLET_ID,
};
export const SCANNED = {
  ...NO_QR,
  status: "pending_approval",
  expires_at: "2026-09-01T08:35:00.000Z",
  target_wallet_id: WALLET_ID,
  counter_id: COUNTER_ID,
  updated_at: CREATED,
  completed_at: null,
  completed_by: null,
};
export const REFUNDING = {
  ...COMPLETED,
  refund_status: "pending",
  refund_ledger_tx_id: REFUND_ID,
  updated_at: REFUNDED,
};

export const TRANSACTION = {
  transaction_id: TRANSACTION_ID,
  transaction_type: "payment",
  status: "completed",
  amount: "12.50",
  currency: "USD",
  from_account_id: WALLET_ID,
  to_account_id: MERCHANT_ID,
  description: DESCRIPTION,
  metadata: { payment_intent_id: INTENT_ID },
  created_at: PAID,
  completed_at: PAID,
};

const SUMS = {
  paid: { count: 12, amount_minor: 15000, amount_decimal: "150.00" },
  refunded: { count: 1, amount_minor: 1250, amount_decimal: "12.50" },
  net: { amount_minor: 13750, amount_decimal: "137.50" },
};
const KEYS = {
  master_keys: [
    { id: "5f2c9a1e", status: "current", values: 418 },
    { id: "d07b34c8", status: "old", values: 3 },
  ],
  remaining: 3,
  message: "3 values under an old key",
};
const HEALTH = { status: "healthy", consecutive_failures: 0, degraded_since: null, next_probe_at: null };
const DELIVERY = {
  id: EVENT_ID,
  status: "delivered",
  endpoint: "merchant",
  last_response_status: 200,
  created_at: PAID,
  delivered_at: "2026-09-01T08:30:42.350Z",
};

/** What a field holds, whichever object it is in. All others have a value of their type, or null. */
export const FIELDS: Record<string, unknown> = {
  id: INTENT_ID,
  merchant_id: MERCHANT_ID,
  wallet_id: WALLET_ID,
  payment_intent_id: INTENT_ID,
  request_id: "123e4567-e89b-42d3-a456-426614174000",
  merchant_name: "Bean & Leaf",
  desk_name: DESK_NAME,
  business_name: "Bean & Leaf",
  amount: 12.5,
  amount_minor: 1250,
  amount_decimal: "12.50",
  currency: "USD",
  description: DESCRIPTION,
  reference: "order-1042",
  metadata: { table: 7 },
  expires_at: "2026-09-01T09:00:00.000Z",
  is_processing: false,
  checkout_url: `https://payments.example.com/pay/${INTENT_ID}`,
  return_url: "https://shop.example.com/orders/1042",
  timestamp: PAID,
  url: WEBHOOK_URL,
  waiting_for_endpoint: false,
  has_more: false,
  next_after: EVENT_ID,
  email: EMAIL,
  name: "Till 1",
  client_id: `merchant-${MERCHANT_ID}`,
  client_secret: "<CLIENT_SECRET>",
  webhook_secret: "<WEBHOOK_SECRET>",
  access_token: "<ACCESS_TOKEN>",
  scan_token: SCAN_TOKEN,
  setup_url: "https://payments.example.com/realms/payment-platform/login-actions/action-token#key=…",
  note: "Store the secrets now: they are not shown again.",
  message: "Payment intent cancelled",
  balances: [{ currency: "USD", amount: "87.50" }],
  time_zone: "Europe/Berlin",
  limit: 20,
  health: HEALTH,
  webhook_health: HEALTH,
  response: "ok",
};

/** What else the fields of these components hold. A field that is optional is in an example if it is here. */
export const COMPONENTS: Record<string, Record<string, unknown>> = {
  PaymentIntent: QR,
  PublicPaymentIntent: QR,
  WebhookPaymentIntent: COMPLETED,
  WalletPaymentIntent: COMPLETED,
  PaymentIntentEvent: { id: EVENT_ID, type: "payment.completed", created_at: PAID, actor: WALLET_ID },
  StoredPaymentIntentEvent: { id: EVENT_ID },
  Counter: {
    id: COUNTER_ID,
    location: "Front",
    idp_client_id: `counter-${COUNTER_ID}`,
    webhook_url: TILL_WEBHOOK_URL,
  },
  CounterCreatedResponse: { client_id: `counter-${COUNTER_ID}` },
  Pairing: {
    counter_id: COUNTER_ID,
    code: PAIRING_CODE,
    url: `https://payments.example.com/pos/pair#${PAIRING_CODE}`,
    qr_code_url: QR_IMAGE,
  },
  Till: { id: TILL_ID, counter_id: COUNTER_ID, name: "iPad", paired_by: USER_ID },
  Desk: {
    id: DESK_ID,
    name: DESK_NAME,
    time_zone: "Europe/Berlin",
    top_up_max: "200.00",
    top_up_day: "5000.00",
    pay_out_max: "50.00",
    pay_out_day: "500.00",
  },
  DeskPairing: {
    desk_id: DESK_ID,
    code: PAIRING_CODE,
    url: `https://payments.example.com/desk/pair#${PAIRING_CODE}`,
    qr_code_url: QR_IMAGE,
  },
  DeskCustomerResponse: {
    customer: { wallet_id: WALLET_ID, name: "ada@example.com", currencies: ["USD"] },
  },
  DeskDayResponse: {
    sums: [{ kind: "top_up", status: "completed", count: 12, amount: "240.00" }],
    limits: { top_up: { max: "200.00", left: "4760.00" }, pay_out: { max: "50.00", left: "500.00" } },
  },
  Tablet: { id: TILL_ID, desk_id: DESK_ID, name: "Tablet", paired_by: USER_ID },
  RefundFailedData: { reason: "insufficient_funds" },
  WebhookTestResponse: {
    test: {
      url: WEBHOOK_URL,
      delivered: true,
      status: 200,
      latency_ms: 149,
      error: null,
      response: "ok",
      signed_content: `${EVENT_ID}.1788251442.{"type":"ping",…}`,
      headers: SIGNED,
      curl: `curl -i -X POST '${WEBHOOK_URL}' …`,
    },
  },
  WebhookDelivery: DELIVERY,
  WebhookDeliveryDetail: DELIVERY,
  DeliveryAttempt: { at: "2026-09-01T08:30:42.201Z", status: 200, duration_ms: 149 },
  Merchant: { id: MERCHANT_ID },
  PublicMerchant: { id: MERCHANT_ID },
  BlockedMerchant: { id: MERCHANT_ID },
  MerchantUser: { id: USER_ID, email: "ada@bean-and-leaf.example", role: "staff", created_at: CREATED },
  LedgerTransaction: TRANSACTION,
  WalletTransaction: {
    id: TRANSACTION_ID,
    transaction_type: "payment",
    direction: "out",
    amount: "12.50",
    status: "completed",
    created_at: PAID,
  },
  Movement: {
    id: "0199c0e1-4d5e-7a6b-8c9d-0e1f2a3b4c5d",
    kind: "adjustment",
    account_id: MERCHANT_ID,
    direction: "debit",
    status: "completed",
    decline_reason: null,
    ledger_transaction_id: TRANSACTION_ID,
    made_by: USER_ID,
    reason: "Paid out by bank transfer, September",
    expires_at: null,
  },
  CurrencyFloat: {
    float: "1200.00",
    wallets: "737.50",
    merchants: "450.00",
    in_flight: "12.50",
    difference: "0.00",
  },
  ReconciliationResponse: { from: "2026-08-31T10:24:00.000Z", to: "2026-09-01T10:24:00.000Z" },
  ReconciliationFinding: {
    kind: "refund_unfinished",
    since: REFUNDED,
    found: `pending for 21 minutes; at the ledger ${REFUND_ID}`,
    action: "Nothing while the ledger is still settling it: …",
  },
  AuditEntry: {
    id: "0199c0df-10f2-7b3e-8c41-2f6a9d0e5b73",
    action: "webhook_address.changed",
    target_id: COUNTER_ID,
    actor: { kind: "user", client_id: "merchant-dashboard", subject: USER_ID, address: "203.0.113.7" },
    details: TILL_WEBHOOK_URL,
    erased: [],
    sequence: 4711,
    hash: "9b0c4e2d7a61f8355d02c4be91a7e63f08d5b2c94e17a6f03c8d5e21b7904f6a",
  },
  // The last migration of this deployment was forgotten.
  Deployment: {
    environment: "live",
    variables: ["AUTH_URL", "ENVIRONMENT", "LEDGER_URL", "MASTER_KEY", "PUBLIC_URL"],
    bindings: ["DB", "LEDGER_EVENTS", "PAYMENT_INTENTS", "WALLETS", "WEBHOOKS", "WEBHOOK_RETRIES"],
    migrations: { applied: 0, missing: ["0000_release_1.sql"], unknown: [] },
  },
  // This merchant has taken its first payment.
  GoLive: presentGoLive({
    merchantId: MERCHANT_ID,
    merchantStatus: "active",
    environment: "sandbox",
    evidence: {
      payment_completed: { at: Date.parse(PAID), intentId: INTENT_ID, eventId: null },
      webhook_delivered: null,
      webhook_retried: null,
      refund_settled: null,
    },
  }),
  Total: SUMS,
  CounterTotal: SUMS,
  AccessRevokedResponse: { made_since: null, not_found: [] },
  TotalsResponse: { from: "2026-09-01", to: "2026-09-01" },
  MasterKeysResponse: KEYS,
  ResealedResponse: { ...KEYS, resealed: 200 },
  MerchantUserEndedResponse: { message: "User removed" },
  RefundResponse: { message: "Refund initiated" },
  RecoveredResponse: { recovered: 42 },
  SandboxFault: { fault: "ledger_slow" },
  SandboxInboxResponse: { url: "https://payments.example.com/sandbox/v1/inbox" },
  InboxMessage: {
    id: EVENT_ID,
    received_at: PAID,
    headers: { "content-type": "application/json", ...SIGNED },
    response_status: 200,
  },
  SandboxWalletResponse: { client_id: `wallet-${WALLET_ID}`, scan_token: WALLET_ID },
  PushResponse: {
    public_key: "BABLuhKkDYRFSJ8zle2uJrypToQaUhmguWqIK5A_5sT5z73Y87t8_CKY0B_y0W-IWjrYBTyqvb7LzrC9cY-kbag",
  },
  WalletChangeResponse: { payment_intent_id: INTENT_ID },
  TokenResponse: { expires_in: 300 },
};
