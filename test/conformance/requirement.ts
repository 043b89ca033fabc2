import type { Scene } from "./scene.ts";

/** One thing that a ledger, or a wallet in a scene of its own, must do. `check` throws Unmet when it does not, and Skipped when that cannot be told. */
export interface Requirement<In = Scene> {
  /** `group.name`: stable, for reports and for `--only`. */
  id: string;
  text: string;
  check(scene: In): Promise<void>;
}
