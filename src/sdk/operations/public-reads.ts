import type { CallOptions } from "../options.ts";
import { type CountedPage, nextByCursor } from "../page.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import { SETTLED, type WaitOptions, waitUntil } from "../wait-until.ts";
import { type WatchOptions, watch } from "../watch.ts";
import type {
  ListPublicMerchantsQuery,
  PublicMerchant,
  PublicMerchantsResponse,
  PublicPaymentIntent,
  PublicPaymentIntentResponse,
} from "../wire/public.ts";
import { intentIn } from "./payment-intents.ts";

const PATH = "/merchant/api/v1/public";

/** Operations without a token, which browsers may call as well. */
export interface PublicReads {
  /** The fields that a customer may see. */
  getPaymentIntent(id: string, options?: CallOptions): Promise<PublicPaymentIntent>;
  /** The active merchants. */
  listMerchants(
    query?: ListPublicMerchantsQuery,
    options?: CallOptions,
  ): Promise<CountedPage<PublicMerchant, ListPublicMerchantsQuery>>;
  /**
   * Polls until the intent is completed, cancelled or expired, and returns it. Throws PaymentsTimeoutError after
   * `timeoutMs`.
   */
  waitUntilSettled(id: string, options?: WaitOptions): Promise<PublicPaymentIntent>;
  /**
   * Shows the intent as it changes, over a WebSocket, until it is completed, cancelled or expired; then returns it. While
   * there is no WebSocket it polls, and it goes on when the service cannot be reached.
   */
  watch(id: string, options?: WatchOptions): Promise<PublicPaymentIntent>;
}

export function publicReads(transport: Transport): PublicReads {
  const { send } = transport;
  const path = (id: string) => `${PATH}/payment-intents/${idSegment(id)}`;
  return {
    getPaymentIntent: (id, options) =>
      send<PublicPaymentIntentResponse>("GET", path(id), options).then(intentIn),
    listMerchants: (query = {}, options = {}) =>
      send<PublicMerchantsResponse>("GET", `${PATH}/merchants`, { ...options, query }).then((body) => ({
        items: body.merchants,
        next: nextByCursor(query, body),
        total: body.total,
      })),
    waitUntilSettled: (id, options) => waitUntil(SETTLED, transport, path(id), options),
    watch: (id, options = {}) => watch(transport, path(id), options),
  };
}
