import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import { type WaitOptions, waitUntilSettled } from "../wait-until-settled.ts";
import type { PageQuery, PublicMerchantsResponse } from "../wire/common.ts";
import type { PublicPaymentIntent, PublicPaymentIntentResponse } from "../wire/payment-intent.ts";

const PATH = "/merchant/api/v1/public";

export type PublicReads = ReturnType<typeof publicReads>;

/** For anyone, from a browser too: no token, and nothing of a merchant's own. */
export function publicReads(transport: Transport) {
  const intentPath = (id: string) => `${PATH}/payment-intents/${idSegment(id)}`;
  return {
    getPaymentIntent: (id: string, options: CallOptions = {}) =>
      transport.send<PublicPaymentIntentResponse>({ ...options, method: "GET", path: intentPath(id) }),

    listMerchants: (query: PageQuery = {}, options: CallOptions = {}) =>
      transport.send<PublicMerchantsResponse>({
        ...options,
        method: "GET",
        path: `${PATH}/merchants`,
        query,
      }),

    /** Polls until the intent is completed, cancelled or expired; PaymentsTimeoutError after `timeoutMs`. */
    waitUntilSettled: (id: string, options: WaitOptions = {}): Promise<PublicPaymentIntent> =>
      waitUntilSettled<PublicPaymentIntent>(transport, intentPath(id), options),
  };
}
