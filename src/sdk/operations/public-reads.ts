import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import { type WaitOptions, waitUntilSettled } from "../wait-until-settled.ts";
import type { PageQuery, PublicMerchantsResponse } from "../wire/common.ts";
import type { PublicPaymentIntent, PublicPaymentIntentResponse } from "../wire/payment-intent.ts";

const PATH = "/merchant/api/v1/public";

export type PublicReads = ReturnType<typeof publicReads>;

/** Operations without a token, which browsers may call as well. */
export function publicReads(transport: Transport) {
  const intentPath = (id: string) => `${PATH}/payment-intents/${idSegment(id)}`;
  return {
    /** The fields that a customer may see. */
    getPaymentIntent: (id: string, options: CallOptions = {}) =>
      transport.send<PublicPaymentIntentResponse>({ ...options, method: "GET", path: intentPath(id) }),

    /** The active merchants. */
    listMerchants: (query: PageQuery = {}, options: CallOptions = {}) =>
      transport.send<PublicMerchantsResponse>({
        ...options,
        method: "GET",
        path: `${PATH}/merchants`,
        query,
      }),

    /**
     * Polls until the intent is completed, cancelled or expired, and returns it. Throws PaymentsTimeoutError
     * after `timeoutMs`.
     */
    waitUntilSettled: (id: string, options: WaitOptions = {}): Promise<PublicPaymentIntent> =>
      waitUntilSettled<PublicPaymentIntent>(transport, intentPath(id), options),
  };
}
