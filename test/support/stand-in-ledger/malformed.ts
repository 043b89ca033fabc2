// Whether a transfer is refused with 400, with a mistake if one is chosen.
import type { Books } from "./books.ts";
import type { Fault } from "./faults.ts";

const FIELDS = ["transaction_type", "from_account_id", "to_account_id", "amount", "currency"];

export function isMalformed(text: string, fault: Fault | null, books: Books): boolean {
  const body = parsed(text);
  if (body === null) return fault !== "fails on a body that is no JSON";
  if (FIELDS.some((field) => typeof body[field] !== "string")) return fault !== "fails on a missing field";
  const { transaction_type: type, amount = "", currency = "" } = body;
  const isKnown = (type === "payment" || type === "refund") && /^[A-Z]{3}$/.test(currency);
  return !isKnown || !isAmount(amount, books.exponentOf(currency), fault);
}

function isAmount(amount: string, exponent: number, fault: Fault | null): boolean {
  if (fault === "reads any number as an amount") return amount.trim() !== "" && Number(amount) > 0;
  const decimals = amount.split(".")[1] ?? "";
  return /^\d+(\.\d+)?$/.test(amount) && decimals.length <= exponent && Number(amount) > 0;
}

function parsed(text: string): Record<string, string> | null {
  try {
    const body = JSON.parse(text);
    return typeof body === "object" && !Array.isArray(body) ? body : null;
  } catch {
    return null;
  }
}
