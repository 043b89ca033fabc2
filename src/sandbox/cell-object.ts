import { CellObject } from "../durable/cell-object.ts";
import { sandboxDependenciesFor } from "./composition.ts";

/** Sweeps with the sandbox's dependencies. */
export class SandboxCellObject extends CellObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, sandboxDependenciesFor);
  }
}
