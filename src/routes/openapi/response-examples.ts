// An example for every request and response. Operations that return the same response show the same examples.
import type { ResponseName } from "../../http/describe.ts";
import {
  APPROVAL,
  AUDIT_ENTRY,
  CLIENT_SECRET,
  COUNTER,
  CREATE_INTENT,
  DELIVERY,
  DELIVERY_DETAIL,
  EVENT,
  FINDING,
  INTENT_EVENT,
  MERCHANT,
  PAGING,
  PAID_INTENT,
  PENDING_INTENT,
  PUBLIC_INTENT,
  REFUNDING_INTENT,
  SCAN,
  SCAN_TOKEN,
  SCANNED_INTENT,
  SETUP_URL,
  TRANSACTION,
  WALLET,
  WALLET_EVENT,
  WALLET_INTENT,
  WEBHOOK_SECRET,
  WEBHOOK_SETTINGS,
  WEBHOOK_TEST,
} from "./examples.ts";
import { GO_LIVE, PAYMENTS_CSV, SETTINGS, TOTALS, USER } from "./examples-account.ts";
import { DEPLOYMENT, MASTER_KEYS, MERCHANT_EXPORT } from "./examples-platform.ts";
import { STAGE_RESPONSE_EXAMPLES } from "./examples-stage.ts";
import { PAIRING, TILL } from "./examples-till.ts";

type Examples = Record<string, object>;

/** By the name of the request's schema. */
export const REQUEST_EXAMPLES: Record<string, Examples> = {
  CreatePaymentIntent: { order: CREATE_INTENT, smallest: { amount: 3 } },
  ScanPayment: { order: SCAN },
  CreateCounter: { till: { name: "Till 1", location: "Front", webhook_url: COUNTER.webhook_url } },
  UpdateCounter: { move: { location: "Terrace" } },
  UpdateWebhookSettings: {
    settings: { url: WEBHOOK_SETTINGS.url, events: WEBHOOK_SETTINGS.events },
  },
  InviteMerchantUser: { staff: { email: USER.email, role: USER.role } },
  UpdateMerchantUser: { promote: { role: "owner" } },
  UpdateMerchantSettings: { zone: SETTINGS },
  RotateSecret: { overlap: { grace_period_seconds: 3600 } },
  RecoverDeliveries: { outage: { since: "2026-09-01T00:00:00Z", until: "2026-09-02T00:00:00Z" } },
  UpdateMerchant: { renamed: { business_name: MERCHANT.business_name } },
  RegisterMerchant: { shop: { email: MERCHANT.email, business_name: MERCHANT.business_name } },
  CreateSandboxWallet: { funded: { currency: "USD", balance: 100 } },
  Simulate: { pay: { action: "pay" } },
  SetSandboxFaults: { slow: { faults: ["ledger_slow"] } },
  AdvanceSandboxClock: { expire: { minutes: 30 } },
  ResolvePaymentIntent: {
    transaction: { transaction_id: TRANSACTION.transaction_id },
    declined: { outcome: "declined" },
  },
  EraseMerchant: { confirmed: { confirm: MERCHANT.id } },
  EraseAuditEntry: { address: { fields: ["address"] } },
  IncidentReason: { fraud: { reason: "Fraud reported by the bank, case 4711" } },
  DisableUser: { lost: { email: MERCHANT.email, reason: "Laptop stolen" } },
  EnableUser: { found: { email: MERCHANT.email } },
  LedgerEvent: { settled: { type: "transaction.settled", data: TRANSACTION } },
  TokenRequest: {
    client: {
      grant_type: "client_credentials",
      client_id: MERCHANT.client_id,
      client_secret: CLIENT_SECRET,
    },
  },
};

export const TEXT_EXAMPLES = {
  "text/plain": `# HELP payments_refunds_total Refunds by what happened to them.
# TYPE payments_refunds_total counter
payments_refunds_total{event="requested"} 3
`,
  "text/csv": PAYMENTS_CSV,
  "application/x-ndjson": MERCHANT_EXPORT,
};

const credentials = { client_id: MERCHANT.client_id, client_secret: CLIENT_SECRET };
const note = "Store the client_secret now: it is not shown again.";
const success = true;

/** As its merchant sees it over HTTP, which is more than what webhooks carry. */
function shown<Intent extends { id: string }>(intent: Intent) {
  const checkout_url = `https://payments.example.com/pay/${intent.id}`;
  return { ...intent, checkout_url, return_url: "https://shop.example.com/orders/1042" };
}

export const RESPONSE_EXAMPLES: Record<ResponseName, Examples> = {
  SuccessResponse: { success: { success } },
  HealthResponse: { up: { success, database: "up" } },
  MessageResponse: { done: { success, message: "Payment intent cancelled" } },
  PaymentIntentResponse: {
    pending: { success, payment_intent: shown(PENDING_INTENT) },
    pending_approval: { success, payment_intent: shown(SCANNED_INTENT) },
    completed: { success, payment_intent: shown(PAID_INTENT) },
  },
  ResolvedPaymentIntentResponse: {
    settled: { success, is_settled: true, payment_intent: shown(PAID_INTENT) },
  },
  PaymentIntentsResponse: {
    page: { success, payment_intents: [shown(PAID_INTENT)], page: 1, limit: 20, next_cursor: null },
  },
  RefundResponse: {
    pending: {
      success,
      refund_initiated: true,
      message: "Refund initiated",
      payment_intent: shown(REFUNDING_INTENT),
    },
  },
  PaymentIntentEventsResponse: { completed: { success, created_by: null, events: [INTENT_EVENT] } },
  PublicPaymentIntentResponse: { pending: { success, payment_intent: PUBLIC_INTENT } },
  WalletPaymentIntentResponse: {
    paid: { success, payment_intent: WALLET_INTENT },
    rejected: {
      success,
      payment_intent: { ...APPROVAL, status: "cancelled", cancelled_at: APPROVAL.created_at },
    },
  },
  PaymentProcessingResponse: {
    processing: {
      success,
      code: "payment_processing",
      payment_intent: { ...APPROVAL, status: "pending" },
    },
  },
  ApprovalsResponse: { one: { success, approvals: [APPROVAL] } },
  CounterResponse: { till: { success, counter: COUNTER } },
  CountersResponse: { one: { success, counters: [COUNTER], total: 1 } },
  CounterCreatedResponse: {
    till: {
      success,
      counter: COUNTER,
      client_id: COUNTER.idp_client_id,
      client_secret: CLIENT_SECRET,
      webhook_secret: WEBHOOK_SECRET,
      note: "Store client_secret and webhook_secret now: they are not shown again.",
    },
  },
  TotalsResponse: { day: { success, ...TOTALS } },
  GoLiveResponse: { begun: { success, go_live: GO_LIVE } },
  MerchantUsersResponse: { one: { success, users: [USER] } },
  MerchantUserResponse: { user: { success, user: USER } },
  MerchantUserInvitedResponse: { invited: { success, user: USER, setup_url: SETUP_URL } },
  MerchantSettingsResponse: { settings: { success, settings: SETTINGS } },
  PairingResponse: { code: { success, pairing: PAIRING } },
  TillsResponse: { one: { success, tills: [TILL] } },
  WebhookSettingsResponse: { settings: { success, webhook: WEBHOOK_SETTINGS } },
  WebhookSecretResponse: {
    rotated: {
      success,
      webhook_secret: WEBHOOK_SECRET,
      note: "Store the webhook_secret now: it is not shown again, and the old one is invalid from now on.",
    },
  },
  WebhookDeliveriesResponse: {
    page: { success, deliveries: [DELIVERY], limit: 20, next_cursor: null },
  },
  WebhookDeliveryResponse: { delivered: { success, delivery: DELIVERY_DETAIL } },
  RecoveredResponse: { outage: { success, recovered: 42 } },
  EventsResponse: { page: { success, events: [EVENT], next_after: EVENT.id, has_more: false } },
  WebhookTestResponse: { delivered: { success, test: WEBHOOK_TEST } },
  MerchantRegisteredResponse: {
    shop: { success, merchant_id: MERCHANT.id, ...credentials, setup_url: SETUP_URL, note },
  },
  MerchantResponse: { shop: { success, merchant: MERCHANT } },
  MerchantsResponse: { page: { success, merchants: [MERCHANT], ...PAGING, next_cursor: null } },
  PublicMerchantsResponse: {
    page: {
      success,
      merchants: [{ id: MERCHANT.id, business_name: MERCHANT.business_name }],
      ...PAGING,
      next_cursor: null,
    },
  },
  CredentialsResponse: { rotated: { success, ...credentials, note } },
  SetupLinkResponse: { link: { success, setup_url: SETUP_URL } },
  ReconciliationResponse: {
    page: {
      success,
      from: "2026-08-31T10:24:00.000Z",
      to: "2026-09-01T10:24:00.000Z",
      findings: [FINDING],
      ledger: "compared",
      limit: 20,
      next_cursor: null,
    },
  },
  AuditTrailResponse: { page: { success, entries: [AUDIT_ENTRY], limit: 20, next_cursor: null } },
  AuditEntryResponse: {
    erased: {
      success,
      entry: { ...AUDIT_ENTRY, actor: { ...AUDIT_ENTRY.actor, address: null }, erased: ["address"] },
    },
  },
  MasterKeysResponse: {
    rotating: { success, master_keys: MASTER_KEYS, remaining: 3, message: "3 values under an old key" },
  },
  DeploymentResponse: { behind: { success, deployment: DEPLOYMENT } },
  ResealedResponse: {
    page: {
      success,
      resealed: 200,
      master_keys: MASTER_KEYS,
      remaining: 3,
      message: "3 values under an old key",
    },
  },
  TransactionsResponse: {
    page: { success, merchant_id: MERCHANT.id, transactions: [TRANSACTION], ...PAGING },
  },
  WalletResponse: { wallet: { success, wallet: WALLET } },
  ScanTokenResponse: {
    token: { success, scan_token: SCAN_TOKEN, expires_at: "2026-09-01T08:31:00.000Z" },
  },
  BlockedMerchantsResponse: {
    page: {
      success,
      blocked_merchants: [
        { id: MERCHANT.id, business_name: MERCHANT.business_name, blocked_at: MERCHANT.updated_at },
      ],
      ...PAGING,
    },
  },
  SandboxWalletResponse: {
    funded: {
      success,
      wallet_id: WALLET.wallet_id,
      scan_token: WALLET.wallet_id,
      client_id: `wallet-${WALLET.wallet_id}`,
      client_secret: CLIENT_SECRET,
    },
  },
  ...STAGE_RESPONSE_EXAMPLES,
  WalletEventsResponse: { requested: { success, events: [WALLET_EVENT] } },
  TokenResponse: { token: { access_token: "<ACCESS_TOKEN>", expires_in: 300, token_type: "Bearer" } },
};
