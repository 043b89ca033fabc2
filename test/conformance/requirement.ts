import type { Scene } from "./scene.ts";

/** One thing that a ledger must do. `check` throws Unmet when it does not, and Skipped when that cannot be told. */
export interface Requirement {
  /** `group.name`: stable, for reports and for `--only`. */
  id: string;
  text: string;
  check(scene: Scene): Promise<void>;
}
