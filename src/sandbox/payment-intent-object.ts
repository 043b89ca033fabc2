import { PaymentIntentObject } from "../durable/payment-intent-object.ts";
import { sandboxObjectDependenciesFor } from "./composition.ts";

/** Pays with the sandbox's ledger. */
export class SandboxPaymentIntentObject extends PaymentIntentObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, sandboxObjectDependenciesFor(env));
  }
}
