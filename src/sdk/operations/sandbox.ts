import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type { PaymentIntentResponse } from "../wire/payment-intent.ts";
import type { CreateWalletBody, SimulatedAction, WalletCreatedResponse } from "../wire/sandbox.ts";

const PATH = "/sandbox/v1";

export type Sandbox = ReturnType<typeof sandbox>;

/** Simulated customers. The live service responds with 404. */
export function sandbox(transport: Transport) {
  return {
    /** Creates a customer's wallet with a balance, and credentials for the wallet API. */
    createWallet: (body: CreateWalletBody, options: CallOptions = {}) =>
      transport.send<WalletCreatedResponse>({ ...options, method: "POST", path: `${PATH}/wallets`, body }),

    /** Acts as the customer: pays the intent, approves or rejects it, or lets it expire. */
    simulate: (intentId: string, action: SimulatedAction, options: CallOptions = {}) =>
      transport.send<PaymentIntentResponse>({
        ...options,
        method: "POST",
        path: `${PATH}/payment-intents/${idSegment(intentId)}/simulate`,
        body: { action },
      }),
  };
}
