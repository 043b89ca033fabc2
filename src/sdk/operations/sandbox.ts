import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type { PaymentIntent, PaymentIntentResponse } from "../wire/payment-intents.ts";
import type {
  CreateSandboxWallet,
  InboxMessage,
  SandboxClockResponse,
  SandboxFault,
  SandboxFaultsResponse,
  SandboxInboxResponse,
  SandboxWalletResponse,
  SetSandboxFaults,
  Simulate,
} from "../wire/sandbox.ts";
import { intentIn } from "./payment-intents.ts";

const PATH = "/sandbox/v1";

/** Simulated customers. The live service responds with 404. */
export interface Sandbox {
  /** Creates a customer's wallet with a balance, and credentials for the wallet API. */
  createWallet(body: CreateSandboxWallet, options?: CallOptions): Promise<SandboxWalletResponse>;
  /** Acts as the customer: pays the intent, approves or rejects it, or lets it expire. */
  simulate(intentId: string, action: Simulate["action"], options?: CallOptions): Promise<PaymentIntent>;
  /** Lets time pass for this merchant: open intents expire and failed webhooks are retried sooner. */
  advanceClock(minutes: number, options?: CallOptions): Promise<SandboxClockResponse>;
  /** What goes wrong for this merchant from now on, for an hour. An empty list ends all of it. */
  setFaults(faults: SetSandboxFaults["faults"], options?: CallOptions): Promise<SandboxFault[]>;
  /** The webhooks of the last day that were sent to `/sandbox/v1/inbox`, newest first. */
  inbox(options?: CallOptions): Promise<InboxMessage[]>;
}

export function sandbox({ send }: Transport): Sandbox {
  return {
    createWallet: (body, options) => send("POST", `${PATH}/wallets`, { ...options, body }),
    simulate: (intentId, action, options) => {
      const path = `${PATH}/payment-intents/${idSegment(intentId)}/simulate`;
      return send<PaymentIntentResponse>("POST", path, { ...options, body: { action } }).then(intentIn);
    },
    advanceClock: (minutes, options) => send("POST", `${PATH}/clock`, { ...options, body: { minutes } }),
    setFaults: (faults, options) =>
      send<SandboxFaultsResponse>("PUT", `${PATH}/faults`, { ...options, body: { faults } }).then(
        (body) => body.faults,
      ),
    inbox: (options) =>
      send<SandboxInboxResponse>("GET", `${PATH}/inbox`, options).then(({ messages }) => messages),
  };
}
