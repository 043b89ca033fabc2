import { PaymentsEndedError } from "../errors.ts";
import type { CallOptions, CreateCallOptions, KeyedCallOptions, RefundCallOptions } from "../options.ts";
import { nextByCursor, type Page } from "../page.ts";
import { idSegment, type Transport, warningsIn } from "../transport/transport.ts";
import { REFUNDED, SETTLED, type WaitOptions, waitUntil } from "../wait-until.ts";
import type {
  CreatePaymentIntent,
  ListPaymentIntentsQuery,
  MessageResponse,
  PaymentIntent,
  PaymentIntentEvent,
  PaymentIntentEventsResponse,
  PaymentIntentResponse,
  PaymentIntentsResponse,
  RefundResponse,
} from "../wire/payment-intents.ts";

const PATH = "/merchant/api/v1/payment-intents";

export interface PaymentIntents {
  /**
   * Creates an intent whose `qr_code_url` the customer scans to pay. Repeated under the key of one that has been paid, it
   * returns that one; under the key of one that has expired or was cancelled it throws PaymentsEndedError, unless `whenEnded` says
   * otherwise.
   */
  create(body: CreatePaymentIntent, options?: CreateCallOptions): Promise<PaymentIntent>;
  /** Newest first. Pass either `page` or `cursor`: a cursor is equally fast at any depth. */
  list(
    query?: ListPaymentIntentsQuery,
    options?: CallOptions,
  ): Promise<Page<PaymentIntent, ListPaymentIntentsQuery>>;
  /** Every matching intent, newest first. Pages are fetched as the iteration reaches them. */
  all(
    filters?: Omit<ListPaymentIntentsQuery, "page" | "cursor">,
    options?: CallOptions,
  ): AsyncGenerator<PaymentIntent, void, undefined>;
  get(id: string, options?: CallOptions): Promise<PaymentIntent>;
  /**
   * Not retried after a 5xx or a lost response, because cancelling twice is refused. Read the intent to find out
   * whether it was cancelled.
   */
  cancel(id: string, options?: CallOptions): Promise<MessageResponse>;
  /**
   * Takes back a request for a customer's approval. Not retried either, but may be repeated: a request that has been
   * withdrawn or rejected is returned as it is.
   */
  withdraw(id: string, options?: CallOptions): Promise<PaymentIntent>;
  /** Refunds the full amount. The ledger settles it later: see `waitUntilRefunded`. */
  refund(id: string, options?: RefundCallOptions): Promise<PaymentIntent>;
  /** The intent's history, oldest first, on one page; `created_by` is a user, or null for a client. */
  events(
    id: string,
    options?: CallOptions,
  ): Promise<Page<PaymentIntentEvent, never> & { created_by: string | null }>;
  /**
   * Polls until the intent is completed, cancelled or expired, and returns it. Use it for the screen that shows
   * the QR code; fulfil orders when the webhook arrives. Throws PaymentsTimeoutError after `timeoutMs`.
   */
  waitUntilSettled(id: string, options?: WaitOptions): Promise<PaymentIntent>;
  /**
   * After `refund`: polls until the customer has the money back, and returns the intent. Throws
   * PaymentsRefundError when the ledger refuses the refund or none was requested, and PaymentsTimeoutError after
   * `timeoutMs`.
   */
  waitUntilRefunded(id: string, options?: WaitOptions): Promise<PaymentIntent>;
}

export function paymentIntents(transport: Transport): PaymentIntents {
  const { send } = transport;
  const path = (id: string) => `${PATH}/${idSegment(id)}`;
  const list: PaymentIntents["list"] = (query = {}, options = {}) =>
    send<PaymentIntentsResponse>("GET", PATH, { ...options, query }).then((body) => ({
      items: body.payment_intents,
      next: nextByCursor(query, body),
    }));
  return {
    create: (body, options) => createIntent(transport, PATH, body, options),
    list,
    async *all(filters = {}, options = {}) {
      let query: ListPaymentIntentsQuery | null = filters;
      while (query !== null) {
        const page: Page<PaymentIntent, ListPaymentIntentsQuery> = await list(query, options);
        yield* page.items;
        query = page.next;
      }
    },
    get: (id, options) => send<PaymentIntentResponse>("GET", path(id), options).then(intentIn),
    cancel: (id, options) => send("POST", `${path(id)}/cancel`, options),
    withdraw: (id, options) =>
      send<PaymentIntentResponse>("POST", `${path(id)}/withdraw`, options).then(intentIn),
    refund: (id, { reference, reason, ...options } = {}) => {
      const texts = reference == null && reason == null ? {} : { body: { reference, reason } };
      const request = { ...keyed(options), ...texts };
      return send<RefundResponse>("POST", `${path(id)}/refund`, request).then(intentIn);
    },
    events: (id, options) =>
      send<PaymentIntentEventsResponse>("GET", `${path(id)}/events`, options).then(
        ({ events: items, created_by }) => ({ items, next: null, created_by }),
      ),
    waitUntilSettled: (id, options) => waitUntil(SETTLED, transport, path(id), options),
    waitUntilRefunded: (id, options) => waitUntil(REFUNDED, transport, path(id), options),
  };
}

function keyed(options?: KeyedCallOptions) {
  return { ...options, idempotencyKey: options?.idempotencyKey ?? crypto.randomUUID() };
}

export function intentIn<Intent>({ payment_intent: intent }: { payment_intent: Intent }): Intent {
  return intent;
}

/** The codes of the warning that a repeated request found a payment intent that nobody can pay any more. */
const ENDED = new Set(["payment_intent_expired", "payment_intent_cancelled"]);

export async function createIntent(
  { exchange }: Transport,
  path: string,
  body: object,
  { whenEnded = "throw", ...options }: CreateCallOptions = {},
): Promise<PaymentIntent> {
  const key = options.idempotencyKey ?? crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const idempotencyKey = attempt === 1 ? key : `${key}:${attempt}`;
    const { body: response } = await exchange("POST", path, { ...options, body, idempotencyKey });
    const { payment_intent: intent } = response as PaymentIntentResponse;
    const ended = warningsIn(response).find(({ code = "" }) => ENDED.has(code));
    if (ended === undefined) return intent;
    if (whenEnded === "throw") throw new PaymentsEndedError(intent, `POST ${path}: ${ended.message}`);
  }
}
