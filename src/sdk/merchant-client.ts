// The clients. Every method returns the response's JSON as it is, with the field names of the HTTP API. It
// throws PaymentsApiError for an error response, PaymentsConnectionError when there was no readable response,
// TypeError for an invalid id, and the reason of the call's `signal` once that is aborted.
// Requirements: fetch, WebCrypto and AbortSignal.any, as in Node 20.3 and later, Workers and browsers.
import { type Counters, counters } from "./operations/counters.ts";
import { keyed, type PaymentIntents, paymentIntents } from "./operations/payment-intents.ts";
import { type PublicReads, publicReads } from "./operations/public-reads.ts";
import { type Sandbox, sandbox } from "./operations/sandbox.ts";
import { type WebhookDeliveries, webhookDeliveries } from "./operations/webhook-deliveries.ts";
import { type WebhookSettingsOperations, webhookSettings } from "./operations/webhook-settings.ts";
import {
  type CallOptions,
  type ConnectionOptions,
  connectionFrom,
  type KeyedCallOptions,
  type MerchantClientOptions,
} from "./options.ts";
import { createAccessTokens } from "./transport/access-token.ts";
import { createTransport } from "./transport/transport.ts";
import type { PageQuery } from "./wire/common.ts";
import type { PaymentIntentResponse, ScanPaymentBody } from "./wire/payment-intent.ts";
import type { TransactionsResponse } from "./wire/transaction.ts";

export interface MerchantClient {
  paymentIntents: PaymentIntents;
  /** Requests a payment from the customer whose QR code was scanned, to be approved in the wallet app. */
  scanPayment(body: ScanPaymentBody, options?: KeyedCallOptions): Promise<PaymentIntentResponse>;
  counters: Counters;
  webhook: WebhookSettingsOperations;
  webhookDeliveries: WebhookDeliveries;
  /** The merchant's ledger transactions, newest first. */
  listTransactions(query?: PageQuery, options?: CallOptions): Promise<TransactionsResponse>;
  /** Needs no credentials. */
  public: PublicReads;
}

/**
 * A client for a merchant's server or for a counter, depending on the credentials. A counter may only use
 * `paymentIntents`, without `refund` and `events`. Keep one instance, because it caches the access token. Do
 * not use it in a browser: it holds the client secret. Throws TypeError when `baseUrl` is invalid.
 */
export function createMerchantClient(options: MerchantClientOptions): MerchantClient {
  const connection = connectionFrom(options);
  const transport = createTransport(connection, createAccessTokens(connection, options));
  return {
    paymentIntents: paymentIntents(transport),
    scanPayment: (body, callOptions = {}) =>
      transport.send({
        ...keyed(callOptions),
        method: "POST",
        path: "/merchant/api/v1/scan-payment",
        body,
      }),
    counters: counters(transport),
    webhook: webhookSettings(transport),
    webhookDeliveries: webhookDeliveries(transport),
    listTransactions: (query = {}, callOptions = {}) =>
      transport.send({ ...callOptions, method: "GET", path: "/merchant/api/v1/transactions", query }),
    public: publicReads(createTransport(connection, null)),
  };
}

/** The operations without credentials, for apps and web pages. Throws TypeError when `baseUrl` is invalid. */
export function createPublicClient(options: ConnectionOptions): PublicReads {
  return publicReads(createTransport(connectionFrom(options), null));
}

/** For tests, with the merchant's sandbox credentials. Throws TypeError when `baseUrl` is invalid. */
export function createSandboxClient(options: MerchantClientOptions): Sandbox {
  const connection = connectionFrom(options);
  return sandbox(createTransport(connection, createAccessTokens(connection, options)));
}
