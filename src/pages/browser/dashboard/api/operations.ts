// Every operation of the API that the dashboard uses, by the names of the OpenAPI document. A test compares both: what a
// merchant may do over the API can be done here.

export const API = "/merchant/api/v1";

export const OPERATIONS = {
  createPaymentIntent: "POST /payment-intents",
  listPaymentIntents: "GET /payment-intents",
  getPaymentIntent: "GET /payment-intents/{intentID}",
  listPaymentIntentEvents: "GET /payment-intents/{intentID}/events",
  cancelPaymentIntent: "POST /payment-intents/{intentID}/cancel",
  withdrawPaymentIntent: "POST /payment-intents/{intentID}/withdraw",
  refundPaymentIntent: "POST /payment-intents/{intentID}/refund",
  scanPayment: "POST /scan-payment",
  createCounter: "POST /counters",
  listCounters: "GET /counters",
  getCounter: "GET /counters/{counterID}",
  updateCounter: "PUT /counters/{counterID}",
  deactivateCounter: "DELETE /counters/{counterID}",
  rotateCounterSecret: "POST /counters/{counterID}/rotate-secret",
  testCounterWebhook: "POST /counters/{counterID}/test-webhook",
  listTransactions: "GET /transactions",
  getWebhookSettings: "GET /webhook",
  updateWebhookSettings: "PUT /webhook",
  rotateWebhookSecret: "POST /webhook/rotate-secret",
  testMerchantWebhook: "POST /webhook/test",
  listWebhookDeliveries: "GET /webhook-deliveries",
  recoverWebhookDeliveries: "POST /webhook-deliveries/recover",
  getWebhookDelivery: "GET /webhook-deliveries/{deliveryID}",
  redeliverWebhook: "POST /webhook-deliveries/{deliveryID}/redeliver",
  listEvents: "GET /events",
  listAuditTrail: "GET /audit-trail",
  getMerchantSettings: "GET /settings",
  updateMerchantSettings: "PUT /settings",
  listMerchantUsers: "GET /users",
  inviteMerchantUser: "POST /users",
  updateMerchantUser: "PATCH /users/{userID}",
  removeMerchantUser: "DELETE /users/{userID}",
  rotateCredentials: "POST /credentials/rotate",
  getTotals: "GET /totals",
  getPaymentsCsv: "GET /payments.csv",
  getGoLive: "GET /go-live",
  createPairing: "POST /counters/{counterID}/pairings",
  listTills: "GET /counters/{counterID}/tills",
  revokeTill: "DELETE /counters/{counterID}/tills/{tillID}",
} as const;

export type OperationId = keyof typeof OPERATIONS;
