// The clients. Results have the field names of the HTTP API. Besides what createMerchantClient documents, methods
// throw TypeError for an invalid id, and the reason of the call's `signal` once that is aborted.
// Requirements: fetch, WebCrypto and AbortSignal.any, as in Node 20.3 and later, Workers and browsers.
import { type Counters, counters } from "./operations/counters.ts";
import { createIntent, type PaymentIntents, paymentIntents } from "./operations/payment-intents.ts";
import { type PublicReads, publicReads } from "./operations/public-reads.ts";
import { type Sandbox, sandbox } from "./operations/sandbox.ts";
import {
  type MerchantSettingsOperations,
  merchantSettings,
  type WebhookSettingsOperations,
  webhookSettings,
} from "./operations/settings.ts";
import { type WebhookDeliveries, webhookDeliveries } from "./operations/webhook-deliveries.ts";
import {
  type CallOptions,
  type ConnectionOptions,
  type CreateCallOptions,
  connectionFrom,
  type MerchantClientOptions,
} from "./options.ts";
import { type CountedPage, nextByNumber } from "./page.ts";
import { createAccessTokens } from "./transport/access-token.ts";
import { createTransport } from "./transport/transport.ts";
import type { GetTotalsQuery, GoLive, GoLiveResponse, TotalsResponse } from "./wire/merchant.ts";
import type { PaymentIntent, ScanPayment } from "./wire/payment-intents.ts";
import type { LedgerTransaction, ListTransactionsQuery, TransactionsResponse } from "./wire/transactions.ts";

const API = "/merchant/api/v1";

export interface MerchantClient {
  paymentIntents: PaymentIntents;
  /** Requests a payment from the customer whose QR code was scanned, to be approved in the wallet app. Repeated, like `create`. */
  scanPayment(body: ScanPayment, options?: CreateCallOptions): Promise<PaymentIntent>;
  counters: Counters;
  webhook: WebhookSettingsOperations;
  webhookDeliveries: WebhookDeliveries;
  settings: MerchantSettingsOperations;
  /** What was paid and refunded on a day of the merchant's time zone, or on up to 31 days; today without a query. */
  getTotals(query?: GetTotalsQuery, options?: CallOptions): Promise<TotalsResponse>;
  /** The payments and refunds of those totals, one a row, as CSV; at most 50,000. */
  getPaymentsCsv(query?: GetTotalsQuery, options?: CallOptions): Promise<string>;
  /** The go-live checklist: what the sandbox has seen of your integration. */
  getGoLive(options?: CallOptions): Promise<GoLive>;
  /** The merchant's ledger transactions, newest first. */
  listTransactions(
    query?: ListTransactionsQuery,
    options?: CallOptions,
  ): Promise<CountedPage<LedgerTransaction, ListTransactionsQuery>>;
  /** Needs no credentials. */
  public: PublicReads;
}

/**
 * A client for a merchant's server or for a counter, depending on the credentials. A counter may only use
 * `paymentIntents`, without `refund` and `events`.
 *
 * People and access are not for client credentials: an owner invites users, pairs tills and replaces the client secret at
 * the dashboard.
 *
 * A method returns the object it is about, such as a `PaymentIntent`; a list returns a `Page`; and where there is no
 * such object, the fields of the response are returned. Methods throw PaymentsApiError for an error response and
 * PaymentsConnectionError when there was no readable response.
 *
 * Keep one instance, because it caches the access token. Do not use it in a browser: it holds the client secret.
 * Throws TypeError when `baseUrl` is invalid.
 */
export function createMerchantClient(options: MerchantClientOptions): MerchantClient {
  const connection = connectionFrom(options);
  const transport = createTransport(connection, createAccessTokens(connection, options));
  const { send, exchange } = transport;
  return {
    paymentIntents: paymentIntents(transport),
    scanPayment: (body, callOptions) => createIntent(transport, `${API}/scan-payment`, body, callOptions),
    counters: counters(transport),
    webhook: webhookSettings(transport),
    webhookDeliveries: webhookDeliveries(transport),
    settings: merchantSettings(transport),
    getTotals: (query = {}, callOptions = {}) => send("GET", `${API}/totals`, { ...callOptions, query }),
    getPaymentsCsv: (query = {}, callOptions = {}) =>
      exchange("GET", `${API}/payments.csv`, { ...callOptions, query, textType: "text/csv" }).then(
        ({ body }) => body as string,
      ),
    getGoLive: (callOptions) =>
      send<GoLiveResponse>("GET", `${API}/go-live`, callOptions).then((body) => body.go_live),
    listTransactions: (query = {}, callOptions = {}) =>
      send<TransactionsResponse>("GET", `${API}/transactions`, { ...callOptions, query }).then((body) => ({
        items: body.transactions,
        next: nextByNumber(query, body),
        total: body.total,
      })),
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
