import { PaymentIntentObject } from "#core/durable/payment-intent-object.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import { sweepCell } from "#main/scheduled.ts";
import { sandboxDependenciesFor, sandboxObjectDependenciesFor } from "./composition.ts";

/** Sweeps with the sandbox's dependencies. */
export class SandboxCellObject extends CellObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, (env, cell, sizeBytes) => sweepCell(sandboxDependenciesFor(env), cell, sizeBytes));
  }
}

/** Pays with the sandbox's ledger. */
export class SandboxPaymentIntentObject extends PaymentIntentObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, sandboxObjectDependenciesFor(env));
  }
}
