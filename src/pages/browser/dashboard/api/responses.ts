// What the operations respond with.
import type {
  Counter,
  CounterCreatedResponse,
  CredentialsResponse,
  GoLive,
  LedgerTransaction,
  MerchantSettings,
  MerchantUser,
  MerchantUserInvitedResponse,
  Pairing,
  PaymentIntent,
  PaymentIntentEvent,
  RecoveredResponse,
  StoredEvent,
  Till,
  TotalsResponse,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookSecretResponse,
  WebhookSettings,
  WebhookTest,
} from "../../../../sdk/index.ts";
import type { OperationId } from "./operations.ts";

interface IntentResponse {
  payment_intent: PaymentIntent;
}

interface Paged {
  next_cursor: string | null;
}

export interface AuditEntry {
  id: string;
  action: string;
  target_id: string | null;
  actor: { kind: string; client_id: string | null; subject: string | null; address: string | null };
  details: string | null;
  occurrences: number;
  created_at: string;
}

export interface Transactions {
  transactions: LedgerTransaction[];
  page: number;
  total: number;
  total_pages: number;
}

/** Of an operation that is not here, nothing is read. */
export interface Responses extends Record<OperationId, unknown> {
  createPaymentIntent: IntentResponse;
  listPaymentIntents: Paged & { payment_intents: PaymentIntent[] };
  getPaymentIntent: IntentResponse;
  listPaymentIntentEvents: { created_by: string | null; events: PaymentIntentEvent[] };
  scanPayment: IntentResponse;
  createCounter: CounterCreatedResponse;
  listCounters: { counters: Counter[]; next_cursor?: string | null; total: number };
  getCounter: { counter: Counter };
  rotateCounterSecret: WebhookSecretResponse;
  testCounterWebhook: { test: WebhookTest };
  listTransactions: Transactions;
  getWebhookSettings: { webhook: WebhookSettings };
  rotateWebhookSecret: WebhookSecretResponse;
  testMerchantWebhook: { test: WebhookTest };
  listWebhookDeliveries: Paged & { deliveries: WebhookDelivery[] };
  recoverWebhookDeliveries: RecoveredResponse;
  getWebhookDelivery: { delivery: WebhookDeliveryDetail };
  listEvents: { events: StoredEvent[]; next_after: string | null; has_more: boolean };
  listAuditTrail: Paged & { entries: AuditEntry[] };
  getMerchantSettings: { settings: MerchantSettings };
  updateMerchantSettings: { settings: MerchantSettings };
  listMerchantUsers: { users: MerchantUser[] };
  inviteMerchantUser: MerchantUserInvitedResponse;
  removeMerchantUser: { tills: Till[] };
  rotateCredentials: CredentialsResponse;
  getTotals: TotalsResponse;
  getGoLive: { go_live: GoLive };
  createPairing: { pairing: Pairing };
  listTills: { tills: Till[] };
}
