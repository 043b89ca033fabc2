// An example for every request and response. Operations that return the same response show the same examples.
import type { ResponseName } from "../../http/describe.ts";
import * as shop from "./examples.ts";
import * as managed from "./examples-managed.ts";

type Examples = Record<string, object>;

/** By the name of the request's schema. */
export const REQUEST_EXAMPLES: Record<string, Examples> = {
  CreatePaymentIntent: { order: shop.CREATE_INTENT, smallest: { amount: 3 } },
  ScanPayment: { order: shop.SCAN },
  CreateCounter: { till: { name: "Till 1", location: "Front", webhook_url: shop.COUNTER.webhook_url } },
  UpdateCounter: { move: { location: "Terrace" } },
  UpdateWebhookSettings: {
    settings: { url: shop.WEBHOOK_SETTINGS.url, events: shop.WEBHOOK_SETTINGS.events },
  },
  InviteMerchantUser: { staff: { email: managed.USER.email, role: managed.USER.role } },
  UpdateMerchantUser: { promote: { role: "owner" } },
  UpdateMerchantSettings: { zone: managed.SETTINGS },
  RotateSecret: { overlap: { grace_period_seconds: 3600 } },
  RecoverDeliveries: { outage: { since: "2026-09-01T00:00:00Z", until: "2026-09-02T00:00:00Z" } },
  UpdateMerchant: { renamed: { business_name: shop.MERCHANT.business_name } },
  RegisterMerchant: { shop: { email: shop.MERCHANT.email, business_name: shop.MERCHANT.business_name } },
  CreateSandboxWallet: { funded: { currency: "USD", balance: 100 } },
  Simulate: { pay: { action: "pay" } },
  SetSandboxFaults: { slow: { faults: ["ledger_slow"] } },
  AdvanceSandboxClock: { expire: { minutes: 30 } },
  ResolvePaymentIntent: {
    transaction: { transaction_id: shop.TRANSACTION.transaction_id },
    unnamed: { transaction_id: shop.TRANSACTION.transaction_id, confirm: shop.PENDING_INTENT.id },
    declined: { outcome: "declined" },
  },
  EraseMerchant: { confirmed: { confirm: shop.MERCHANT.id } },
  EraseWallet: { confirmed: { confirm: shop.WALLET.wallet_id } },
  EraseAuditEntry: { address: { fields: ["address"] } },
  IncidentReason: { fraud: { reason: "Fraud reported by the bank, case 4711" } },
  RevokeAccess: {
    list: { since: "2026-11-24T18:00:00Z", dry_run: true },
    end: { reason: "Client secret leaked", counters: [shop.COUNTER.id], tills: [shop.TILL.id] },
  },
  DisableUser: { lost: { email: shop.MERCHANT.email, reason: "Laptop stolen" } },
  EnableUser: { found: { email: shop.MERCHANT.email } },
  ...managed.PUSH_REQUESTS,
  LedgerEvent: { settled: { type: "transaction.settled", data: shop.TRANSACTION } },
  TokenRequest: {
    client: {
      grant_type: "client_credentials",
      client_id: shop.MERCHANT.client_id,
      client_secret: shop.CLIENT_SECRET,
    },
  },
};

export const TEXT_EXAMPLES = {
  "text/plain": `# HELP payments_refunds_total Refunds by what happened to them.
# TYPE payments_refunds_total counter
payments_refunds_total{event="requested"} 3
`,
  "text/csv": managed.PAYMENTS_CSV,
  "application/x-ndjson": managed.MERCHANT_EXPORT,
};

const credentials = { client_id: shop.MERCHANT.client_id, client_secret: shop.CLIENT_SECRET };
const note = "Store the client_secret now: it is not shown again.";
const success = true;

/** What a merchant sees of its intent over HTTP: webhooks carry less. */
function shown<Intent extends { id: string }>(intent: Intent) {
  const checkout_url = `https://payments.example.com/pay/${intent.id}`;
  const return_url = "https://shop.example.com/orders/1042";
  return { qr_code_url: null, qr_data: null, ...intent, checkout_url, return_url };
}

export const RESPONSE_EXAMPLES: Record<ResponseName, Examples> = {
  SuccessResponse: { success: { success } },
  HealthResponse: { up: { success, database: "up" } },
  MessageResponse: { done: { success, message: "Payment intent cancelled" } },
  PaymentIntentResponse: {
    pending: { success, payment_intent: shown(shop.PENDING_INTENT) },
    pending_approval: { success, payment_intent: shown(shop.SCANNED_INTENT) },
    completed: { success, payment_intent: shown(shop.PAID_INTENT) },
  },
  ResolvedPaymentIntentResponse: {
    settled: { success, is_settled: true, payment_intent: shown(shop.PAID_INTENT) },
  },
  PaymentIntentsResponse: {
    page: { success, payment_intents: [shown(shop.PAID_INTENT)], page: 1, limit: 20, next_cursor: null },
  },
  RefundResponse: {
    pending: {
      success,
      refund_initiated: true,
      message: "Refund initiated",
      payment_intent: shown(shop.REFUNDING_INTENT),
    },
  },
  PaymentIntentEventsResponse: { completed: { success, created_by: null, events: [shop.INTENT_EVENT] } },
  PublicPaymentIntentResponse: { pending: { success, payment_intent: shop.PUBLIC_INTENT } },
  WalletPaymentIntentResponse: {
    paid: { success, payment_intent: shop.WALLET_INTENT },
    rejected: {
      success,
      payment_intent: { ...shop.APPROVAL, status: "cancelled", cancelled_at: shop.APPROVAL.created_at },
    },
  },
  PaymentProcessingResponse: {
    processing: {
      success,
      code: "payment_processing",
      payment_intent: { ...shop.APPROVAL, status: "pending" },
    },
  },
  ApprovalsResponse: { one: { success, approvals: [shop.APPROVAL] } },
  CounterResponse: { till: { success, counter: shop.COUNTER } },
  CountersResponse: { one: { success, counters: [shop.COUNTER], total: 1 } },
  CounterCreatedResponse: {
    till: {
      success,
      counter: shop.COUNTER,
      client_id: shop.COUNTER.idp_client_id,
      client_secret: shop.CLIENT_SECRET,
      webhook_secret: shop.WEBHOOK_SECRET,
      note: "Store client_secret and webhook_secret now: they are not shown again.",
    },
  },
  TotalsResponse: { day: { success, ...managed.TOTALS } },
  GoLiveResponse: { begun: { success, go_live: managed.GO_LIVE } },
  MerchantUsersResponse: { one: { success, users: [managed.USER] } },
  MerchantUserResponse: { user: { success, user: managed.USER } },
  AccessRevokedResponse: {
    listed: {
      success,
      made_since: {
        users: [],
        counters: [{ id: shop.COUNTER.id, name: shop.COUNTER.name, created_at: shop.COUNTER.created_at }],
        tills: [shop.TILL],
        webhook_addresses: [{ id: shop.COUNTER.id, url: "https://till.example.com/hook" }],
      },
      not_found: [],
    },
    ended: { success, made_since: null, not_found: [] },
  },
  MerchantUserEndedResponse: { removed: { success, message: "User removed", tills: [shop.TILL] } },
  MerchantUserInvitedResponse: { invited: { success, user: managed.USER, setup_url: shop.SETUP_URL } },
  MerchantSettingsResponse: { settings: { success, settings: managed.SETTINGS } },
  PairingResponse: { code: { success, pairing: shop.PAIRING } },
  TillsResponse: { one: { success, tills: [shop.TILL] } },
  WebhookSettingsResponse: { settings: { success, webhook: shop.WEBHOOK_SETTINGS } },
  WebhookSecretResponse: {
    rotated: {
      success,
      webhook_secret: shop.WEBHOOK_SECRET,
      note: "Store the webhook_secret now: it is not shown again, and the old one is invalid from now on.",
    },
  },
  WebhookDeliveriesResponse: {
    page: { success, deliveries: [shop.DELIVERY], limit: 20, next_cursor: null },
  },
  WebhookDeliveryResponse: { delivered: { success, delivery: shop.DELIVERY_DETAIL } },
  RecoveredResponse: { outage: { success, recovered: 42 } },
  EventsResponse: { page: { success, events: [shop.EVENT], next_after: shop.EVENT.id, has_more: false } },
  WebhookTestResponse: { delivered: { success, test: shop.WEBHOOK_TEST } },
  MerchantRegisteredResponse: {
    shop: {
      success,
      merchant_id: shop.MERCHANT.id,
      ...credentials,
      webhook_secret: shop.WEBHOOK_SECRET,
      setup_url: shop.SETUP_URL,
      note: "Store client_secret and webhook_secret now: they are not shown again.",
    },
  },
  MerchantResponse: { shop: { success, merchant: shop.MERCHANT } },
  MerchantsResponse: { page: { success, merchants: [shop.MERCHANT], ...shop.PAGING, next_cursor: null } },
  PublicMerchantsResponse: {
    page: {
      success,
      merchants: [{ id: shop.MERCHANT.id, business_name: shop.MERCHANT.business_name }],
      ...shop.PAGING,
      next_cursor: null,
    },
  },
  CredentialsResponse: { rotated: { success, ...credentials, note } },
  SetupLinkResponse: { link: { success, setup_url: shop.SETUP_URL } },
  ReconciliationResponse: {
    page: {
      success,
      from: "2026-08-31T10:24:00.000Z",
      to: "2026-09-01T10:24:00.000Z",
      findings: [shop.FINDING],
      ledger: "compared",
      limit: 20,
      next_cursor: null,
    },
  },
  AuditTrailResponse: { page: { success, entries: [shop.AUDIT_ENTRY], limit: 20, next_cursor: null } },
  AuditEntryResponse: {
    erased: {
      success,
      entry: {
        ...shop.AUDIT_ENTRY,
        actor: { ...shop.AUDIT_ENTRY.actor, address: null },
        erased: ["address"],
      },
    },
  },
  MasterKeysResponse: {
    rotating: {
      success,
      master_keys: managed.MASTER_KEYS,
      remaining: 3,
      message: "3 values under an old key",
    },
  },
  DeploymentResponse: { behind: { success, deployment: managed.DEPLOYMENT } },
  ResealedResponse: {
    page: {
      success,
      resealed: 200,
      master_keys: managed.MASTER_KEYS,
      remaining: 3,
      message: "3 values under an old key",
    },
  },
  TransactionsResponse: {
    page: { success, merchant_id: shop.MERCHANT.id, transactions: [shop.TRANSACTION], ...shop.PAGING },
  },
  WalletResponse: { wallet: { success, wallet: shop.WALLET } },
  WalletTransactionsResponse: {
    page: { success, transactions: [shop.WALLET_TRANSACTION], next_cursor: null },
  },
  WalletExportResponse: {
    whole: {
      success,
      format: 1,
      wallet_id: shop.WALLET.wallet_id,
      started_at: "2026-09-01T08:30:00.000Z",
      balances: shop.WALLET.balances,
      rows: {
        blocked_merchants: [{ merchant_id: shop.MERCHANT.id, created_at: shop.MERCHANT.updated_at }],
        scan_tokens: [],
      },
      payments_under_way: [],
      requests: [{ ...shop.APPROVAL, cancellation_reason: null }],
      transactions: [
        {
          ...shop.WALLET_TRANSACTION,
          payment_intent: { ...shop.WALLET_INTENT, cancellation_reason: null },
        },
      ],
      next_cursor: null,
    },
  },
  ScanTokenResponse: {
    token: { success, scan_token: shop.SCAN_TOKEN, expires_at: "2026-09-01T08:31:00.000Z" },
  },
  BlockedMerchantsResponse: {
    page: {
      success,
      blocked_merchants: [
        {
          id: shop.MERCHANT.id,
          business_name: shop.MERCHANT.business_name,
          blocked_at: shop.MERCHANT.updated_at,
        },
      ],
      ...shop.PAGING,
    },
  },
  PushResponse: { one: { success, public_key: managed.PUSH_PUBLIC_KEY, subscriptions: 1 } },
  WalletChangeResponse: { requested: { type: "approval_requested", payment_intent_id: shop.APPROVAL.id } },
  SandboxWalletResponse: {
    funded: {
      success,
      wallet_id: shop.WALLET.wallet_id,
      scan_token: shop.WALLET.wallet_id,
      client_id: `wallet-${shop.WALLET.wallet_id}`,
      client_secret: shop.CLIENT_SECRET,
    },
  },
  SandboxFaultsResponse: {
    slow: { success, faults: [{ fault: "ledger_slow", expires_at: "2026-09-01T09:30:00.000Z" }] },
    none: { success, faults: [] },
  },
  SandboxClockResponse: { later: { success, payment_intents: 1, retries: 2 } },
  SandboxInboxResponse: {
    paid: {
      success,
      url: "https://payments.example.com/sandbox/v1/inbox",
      messages: [
        {
          id: shop.EVENT.id,
          received_at: shop.EVENT.timestamp,
          headers: { "content-type": "application/json", ...shop.WEBHOOK_TEST.headers },
          body: JSON.stringify(shop.DELIVERY_DETAIL.payload),
          response_status: 200,
        },
      ],
    },
  },
  WalletEventsResponse: { requested: { success, events: [shop.WALLET_EVENT] } },
  TokenResponse: { token: { access_token: "<ACCESS_TOKEN>", expires_in: 300, token_type: "Bearer" } },
};
