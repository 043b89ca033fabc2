import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type { PaymentIntent, PaymentIntentResponse } from "../wire/payment-intents.ts";
import type { CreateSandboxWallet, SandboxWalletResponse, Simulate } from "../wire/sandbox.ts";

const PATH = "/sandbox/v1";

/** Simulated customers. The live service responds with 404. */
export interface Sandbox {
  /** Creates a customer's wallet with a balance, and credentials for the wallet API. */
  createWallet(body: CreateSandboxWallet, options?: CallOptions): Promise<SandboxWalletResponse>;
  /** Acts as the customer: pays the intent, approves or rejects it, or lets it expire. */
  simulate(intentId: string, action: Simulate["action"], options?: CallOptions): Promise<PaymentIntent>;
}

export function sandbox(transport: Transport): Sandbox {
  return {
    createWallet: (body, options) =>
      transport.send({ ...options, method: "POST", path: `${PATH}/wallets`, body }),
    simulate: (intentId, action, options) =>
      transport
        .send<PaymentIntentResponse>({
          ...options,
          method: "POST",
          path: `${PATH}/payment-intents/${idSegment(intentId)}/simulate`,
          body: { action },
        })
        .then((body) => body.payment_intent),
  };
}
