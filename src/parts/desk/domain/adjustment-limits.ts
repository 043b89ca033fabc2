import { currencyExponent, parseAmount } from "#core/domain/money.ts";
import type { MovementLimits } from "./movement.ts";

const ENTRY = /^([A-Z]{3}):([^/]+)\/([^/]+)$/;

/** What administrators may move, by currency: "USD:500/2000,JPY:50000/200000", per transaction / per day. Null for another text. */
export function parseAdjustmentLimits(text: string): Map<string, MovementLimits> | null {
  const limits = new Map<string, MovementLimits>();
  for (const entry of text === "" ? [] : text.split(",")) {
    const [, currency = "", transaction = "", day = ""] = ENTRY.exec(entry) ?? [];
    // One that has ended too: what is left in it is put right.
    const exponent = currencyExponent(currency);
    if (exponent === null || limits.has(currency)) return null;
    const [transactionMax, dayMax] = [parseAmount(transaction, exponent), parseAmount(day, exponent)];
    if (!transactionMax.ok || !dayMax.ok || transactionMax.value > dayMax.value) return null;
    limits.set(currency, { transactionMaxMinor: transactionMax.value, dayMaxMinor: dayMax.value });
  }
  return limits;
}
