import { ConfigError } from "#core/lib/variables.ts";
import { parseAdjustmentLimits } from "./domain/adjustment-limits.ts";
import type { MovementLimits } from "./domain/movement.ts";

function readAdjustmentLimits({ ADJUSTMENT_LIMITS: value }: Env): ReadonlyMap<string, MovementLimits> {
  const limits = parseAdjustmentLimits(value ?? "");
  if (limits !== null) return limits;
  throw new ConfigError("ADJUSTMENT_LIMITS", "must be like USD:500/2000,JPY:50000/200000, or empty");
}

export const config = { adjustmentLimits: readAdjustmentLimits };

declare global {
  interface PartConfig {
    /** Their keys are currencies. */
    adjustmentLimits: ReadonlyMap<string, MovementLimits>;
  }
}
