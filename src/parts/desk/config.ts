import { currencyExponent, parseAmount } from "#core/domain/money.ts";
import { ConfigError } from "#core/lib/variables.ts";
import type { MovementLimits } from "./domain/movement.ts";

const ENTRY = /^([A-Z]{3}):([^/]+)\/([^/]+)$/;

const wrong = () =>
  new ConfigError("ADJUSTMENT_LIMITS", "must be like USD:500/2000,JPY:50000/200000, or empty");

/** What administrators may move, by currency: per transaction / per day. */
function readAdjustmentLimits({ ADJUSTMENT_LIMITS: text = "" }: Env): ReadonlyMap<string, MovementLimits> {
  const limits = new Map<string, MovementLimits>();
  for (const entry of text === "" ? [] : text.split(",")) {
    const [, currency = "", transaction = "", day = ""] = ENTRY.exec(entry) ?? [];
    // One that has ended too: what is left in it is put right.
    const exponent = currencyExponent(currency);
    if (exponent === null || limits.has(currency)) throw wrong();
    const [transactionMax, dayMax] = [parseAmount(transaction, exponent), parseAmount(day, exponent)];
    if (!transactionMax.ok || !dayMax.ok || transactionMax.value > dayMax.value) throw wrong();
    limits.set(currency, { transactionMaxMinor: transactionMax.value, dayMaxMinor: dayMax.value });
  }
  return limits;
}

export const config = { adjustmentLimits: readAdjustmentLimits };

declare global {
  interface PartConfig {
    /** Their keys are currencies. */
    adjustmentLimits: ReadonlyMap<string, MovementLimits>;
  }
}
