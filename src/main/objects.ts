// The live Worker's objects, handed what they need.

import { PaymentIntentObject } from "#core/durable/payment-intent-object.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import { dependenciesFor } from "./composition.ts";
import { objectDependenciesFor } from "./object-composition.ts";
import { sweepCell } from "./scheduled.ts";

export { WalletObject } from "#core/durable/wallet-object.ts";

export class LiveCellObject extends CellObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, (env, cell, sizeBytes) => sweepCell(dependenciesFor(env), cell, sizeBytes));
  }
}

export class LivePaymentIntentObject extends PaymentIntentObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, objectDependenciesFor(env));
  }
}
