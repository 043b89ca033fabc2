// The clients. Every method answers the JSON of the wire, names and all, as the API's documentation has it.
// They run wherever there are fetch, WebCrypto and AbortSignal.any: Node from 20.3 on, Workers, browsers.
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
  /** Charges the customer whose QR code a counter has scanned; the customer approves in the wallet app. */
  scanPayment(body: ScanPaymentBody, options?: KeyedCallOptions): Promise<PaymentIntentResponse>;
  counters: Counters;
  webhook: WebhookSettingsOperations;
  webhookDeliveries: WebhookDeliveries;
  listTransactions(query?: PageQuery, options?: CallOptions): Promise<TransactionsResponse>;
  public: PublicReads;
}

/**
 * For a merchant's server or a counter; the credentials say which. A counter may only use `paymentIntents` (not
 * `refund` and `events`). Keep one client: its token serves all calls. Never in a browser: it holds a secret.
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

/** What needs no credentials, for a customer's app or a page in the browser. */
export function createPublicClient(options: ConnectionOptions): PublicReads {
  return publicReads(createTransport(connectionFrom(options), null));
}

/** For tests of an integration, with the merchant's own sandbox credentials. */
export function createSandboxClient(options: MerchantClientOptions): Sandbox {
  const connection = connectionFrom(options);
  return sandbox(createTransport(connection, createAccessTokens(connection, options)));
}
