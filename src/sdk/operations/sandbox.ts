import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type { PaymentIntentResponse } from "../wire/payment-intent.ts";
import type { CreateWalletBody, SimulatedAction, WalletCreatedResponse } from "../wire/sandbox.ts";

const PATH = "/sandbox/v1";

export type Sandbox = ReturnType<typeof sandbox>;

/** Customers that do as they are told. The live service answers 404. */
export function sandbox(transport: Transport) {
  return {
    createWallet: (body: CreateWalletBody, options: CallOptions = {}) =>
      transport.send<WalletCreatedResponse>({ ...options, method: "POST", path: `${PATH}/wallets`, body }),

    simulate: (intentId: string, action: SimulatedAction, options: CallOptions = {}) =>
      transport.send<PaymentIntentResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/payment-intents/${idSegment(intentId)}/simulate`,
        body: { action },
      }),
  };
}
