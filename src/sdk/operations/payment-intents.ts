import type { CallOptions, KeyedCallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import { type WaitOptions, waitUntilSettled } from "../wait-until-settled.ts";
import type { MessageResponse } from "../wire/common.ts";
import type { PaymentIntentEventsResponse } from "../wire/event.ts";
import type {
  CreatePaymentIntentBody,
  ListPaymentIntentsQuery,
  PaymentIntent,
  PaymentIntentFilters,
  PaymentIntentResponse,
  PaymentIntentsResponse,
  RefundResponse,
} from "../wire/payment-intent.ts";

const PATH = "/merchant/api/v1/payment-intents";

export type PaymentIntents = ReturnType<typeof paymentIntents>;

export function paymentIntents(transport: Transport) {
  const list = (query: ListPaymentIntentsQuery = {}, options: CallOptions = {}) =>
    transport.send<PaymentIntentsResponse>({ ...options, method: "GET", path: PATH, query });

  return {
    /** Creates an intent whose `qr_code_url` the customer scans to pay. */
    create: (body: CreatePaymentIntentBody, options: KeyedCallOptions = {}) =>
      transport.send<PaymentIntentResponse>({ ...keyed(options), method: "POST", path: PATH, body }),

    /** One page, newest first. */
    list,

    /** Every matching intent, newest first. Pages are fetched as the iteration reaches them. */
    async *all(
      filters: PaymentIntentFilters & { limit?: number } = {},
      options: CallOptions = {},
    ): AsyncGenerator<PaymentIntent, void, undefined> {
      let cursor: string | null = null;
      do {
        const page: PaymentIntentsResponse = await list(
          cursor === null ? filters : { ...filters, cursor },
          options,
        );
        yield* page.payment_intents;
        cursor = page.next_cursor ?? null;
      } while (cursor !== null);
    },

    get: (id: string, options: CallOptions = {}) =>
      transport.send<PaymentIntentResponse>({ ...options, method: "GET", path: `${PATH}/${idSegment(id)}` }),

    /**
     * Not retried after a 5xx or a lost response, because cancelling twice is refused. Read the intent to
     * find out whether it was cancelled.
     */
    cancel: (id: string, options: CallOptions = {}) =>
      transport.send<MessageResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/${idSegment(id)}/cancel`,
      }),

    /** Refunds the full amount. An intent can be refunded once. */
    refund: (id: string, options: KeyedCallOptions = {}) =>
      transport.send<RefundResponse>({
        ...keyed(options),
        method: "POST",
        path: `${PATH}/${idSegment(id)}/refund`,
      }),

    /** The intent's history, oldest first. */
    events: (id: string, options: CallOptions = {}) =>
      transport.send<PaymentIntentEventsResponse>({
        ...options,
        method: "GET",
        path: `${PATH}/${idSegment(id)}/events`,
      }),

    /**
     * Polls until the intent is completed, cancelled or expired, and returns it. Use it for the screen that
     * shows the QR code; fulfil orders when the webhook arrives. Throws PaymentsTimeoutError after
     * `timeoutMs`.
     */
    waitUntilSettled: (id: string, options: WaitOptions = {}): Promise<PaymentIntent> =>
      waitUntilSettled<PaymentIntent>(transport, `${PATH}/${idSegment(id)}`, options),
  };
}

export function keyed(options: KeyedCallOptions) {
  return { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
}
