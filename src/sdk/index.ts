// What is exported here, and what that mentions, is the package's index.d.cts: only syntax that TypeScript 4.9 reads.
export {
  type FailedRequest,
  PaymentsApiError,
  PaymentsConnectionError,
  PaymentsEndedError,
  PaymentsEnvironmentError,
  PaymentsRefundError,
  PaymentsTimeoutError,
  type WebhookFault,
  WebhookVerificationError,
} from "./errors.ts";
export {
  createMerchantClient,
  createPublicClient,
  createSandboxClient,
  type MerchantClient,
} from "./merchant-client.ts";
export type { Counters } from "./operations/counters.ts";
export type { PaymentIntents } from "./operations/payment-intents.ts";
export type { PublicReads } from "./operations/public-reads.ts";
export type { Sandbox } from "./operations/sandbox.ts";
export type {
  MerchantSettingsOperations,
  WebhookSettingsOperations,
  WebhookTest,
} from "./operations/settings.ts";
export type { WebhookDeliveries } from "./operations/webhook-deliveries.ts";
export type {
  CallOptions,
  ConnectionOptions,
  CreateCallOptions,
  Fetch,
  KeyedCallOptions,
  MerchantClientOptions,
  VerifyWebhookOptions,
  Warning,
  WebhookHeaders,
} from "./options.ts";
export type { CountedPage, Page } from "./page.ts";
export { type VerifiedEvent, verifyWebhook } from "./verify-webhook.ts";
export type { WaitOptions } from "./wait-until.ts";
export type { WatchConnection, WatchOptions } from "./watch.ts";
export type {
  Counter,
  CounterCreatedResponse,
  CounterStatus,
  CreateCounter,
  CredentialsResponse,
  EndpointHealth,
  ListCountersQuery,
  Pairing,
  RenameTill,
  RotateSecret,
  Till,
  UpdateCounter,
  WebhookSecretResponse,
} from "./wire/counters.ts";
export type { FailureCode, FieldFault } from "./wire/failures.ts";
export type {
  CounterTotal,
  GetTotalsQuery,
  GoLive,
  GoLiveCheckResult,
  InviteMerchantUser,
  MerchantRole,
  MerchantSettings,
  MerchantUser,
  MerchantUserInvitedResponse,
  Total,
  TotalsResponse,
  UpdateMerchantSettings,
  UpdateMerchantUser,
} from "./wire/merchant.ts";
export type {
  CancellationReason,
  CreatePaymentIntent,
  Environment,
  EventType,
  ListPaymentIntentsQuery,
  MessageResponse,
  PaymentIntent,
  PaymentIntentEvent,
  PaymentIntentStatus,
  RefundStatus,
  ScanPayment,
  WebhookPaymentIntent,
} from "./wire/payment-intents.ts";
export type {
  ListPublicMerchantsQuery,
  PublicMerchant,
  PublicPaymentIntent,
} from "./wire/public.ts";
export type {
  CreateSandboxWallet,
  InboxMessage,
  SandboxClockResponse,
  SandboxFault,
  SandboxWalletResponse,
  SetSandboxFaults,
  Simulate,
} from "./wire/sandbox.ts";
export type { LedgerTransaction, ListTransactionsQuery } from "./wire/transactions.ts";
export type {
  DeliveryAttempt,
  DeliveryStatus,
  ListEventsQuery,
  ListWebhookDeliveriesQuery,
  RecoverDeliveries,
  RecoveredResponse,
  StoredEvent,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEvent,
} from "./wire/webhook-deliveries.ts";
export type { UpdateWebhookSettings, WebhookSettings } from "./wire/webhook-settings.ts";
