// Every operation of the API that the dashboard uses, with what it responds with, by the names of the OpenAPI document. A
// test compares both: what a merchant may do over the API can be done here.
import type { Wire } from "#core/wire/shared/wire-types.ts";

export const API = "/merchant/api/v1";

export const OPERATIONS = {
  createPaymentIntent: ["POST /payment-intents", "PaymentIntentResponse"],
  listPaymentIntents: ["GET /payment-intents", "PaymentIntentsResponse"],
  getPaymentIntent: ["GET /payment-intents/{intentID}", "PaymentIntentResponse"],
  listPaymentIntentEvents: ["GET /payment-intents/{intentID}/events", "PaymentIntentEventsResponse"],
  cancelPaymentIntent: ["POST /payment-intents/{intentID}/cancel", "MessageResponse"],
  withdrawPaymentIntent: ["POST /payment-intents/{intentID}/withdraw", "PaymentIntentResponse"],
  refundPaymentIntent: ["POST /payment-intents/{intentID}/refund", "RefundResponse"],
  scanPayment: ["POST /scan-payment", "PaymentIntentResponse"],
  createCounter: ["POST /counters", "CounterCreatedResponse"],
  listCounters: ["GET /counters", "CountersResponse"],
  getCounter: ["GET /counters/{counterID}", "CounterResponse"],
  updateCounter: ["PUT /counters/{counterID}", "CounterResponse"],
  deactivateCounter: ["DELETE /counters/{counterID}", "MessageResponse"],
  rotateCounterSecret: ["POST /counters/{counterID}/rotate-secret", "WebhookSecretResponse"],
  createCounterCredentials: ["POST /counters/{counterID}/credentials", "CredentialsResponse"],
  testCounterWebhook: ["POST /counters/{counterID}/test-webhook", "WebhookTestResponse"],
  listTransactions: ["GET /transactions", "TransactionsResponse"],
  getWebhookSettings: ["GET /webhook", "WebhookSettingsResponse"],
  updateWebhookSettings: ["PUT /webhook", "WebhookSettingsResponse"],
  rotateWebhookSecret: ["POST /webhook/rotate-secret", "WebhookSecretResponse"],
  testMerchantWebhook: ["POST /webhook/test", "WebhookTestResponse"],
  listWebhookDeliveries: ["GET /webhook-deliveries", "WebhookDeliveriesResponse"],
  recoverWebhookDeliveries: ["POST /webhook-deliveries/recover", "RecoveredResponse"],
  getWebhookDelivery: ["GET /webhook-deliveries/{deliveryID}", "WebhookDeliveryResponse"],
  redeliverWebhook: ["POST /webhook-deliveries/{deliveryID}/redeliver", "WebhookDeliveryResponse"],
  listEvents: ["GET /events", "EventsResponse"],
  listAuditTrail: ["GET /audit-trail", "AuditTrailResponse"],
  getMerchantSettings: ["GET /settings", "MerchantSettingsResponse"],
  updateMerchantSettings: ["PUT /settings", "MerchantSettingsResponse"],
  setLogo: ["PUT /settings/logo", "MerchantSettingsResponse"],
  deleteLogo: ["DELETE /settings/logo", "MerchantSettingsResponse"],
  setReturnSchemes: ["PUT /settings/return-schemes", "MerchantSettingsResponse"],
  listMerchantUsers: ["GET /users", "MerchantUsersResponse"],
  inviteMerchantUser: ["POST /users", "MerchantUserInvitedResponse"],
  updateMerchantUser: ["PATCH /users/{userID}", "MerchantUserResponse"],
  removeMerchantUser: ["DELETE /users/{userID}", "MerchantUserEndedResponse"],
  rotateCredentials: ["POST /credentials/rotate", "CredentialsResponse"],
  getTotals: ["GET /totals", "TotalsResponse"],
  getPaymentsCsv: ["GET /payments.csv", "text/csv"],
  getGoLive: ["GET /go-live", "GoLiveResponse"],
  createPairing: ["POST /counters/{counterID}/pairings", "PairingResponse"],
  listTills: ["GET /counters/{counterID}/tills", "TillsResponse"],
  renameTill: ["PATCH /counters/{counterID}/tills/{tillID}", "TillResponse"],
  revokeTill: ["DELETE /counters/{counterID}/tills/{tillID}", "MessageResponse"],
} as const;

export type OperationId = keyof typeof OPERATIONS;
export type ResponseOf<Id extends OperationId> = Wire<Exclude<(typeof OPERATIONS)[Id][1], "text/csv">>;
