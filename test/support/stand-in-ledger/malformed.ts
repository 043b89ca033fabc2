// Whether a transfer is refused with 400, with a mistake if one is chosen.
import type { Books } from "./books.ts";
import type { Fault } from "./faults.ts";

const FIELDS = ["transaction_type", "from_account_id", "to_account_id", "amount", "currency"];

const KINDS: Record<string, string[]> = {
  payment: ["own own"],
  refund: ["own own"],
  top_up: ["float own"],
  pay_out: ["own float"],
  adjustment: ["float own", "own float"],
};

export function isMalformed(text: string, fault: Fault | null, books: Books): boolean {
  const body = parsed(text);
  if (body === null) return fault !== "fails on a body that is no JSON";
  if (FIELDS.some((field) => typeof body[field] !== "string")) return fault !== "fails on a missing field";
  const { amount = "", currency = "" } = body;
  const isKnown = isPair(body, fault) && /^[A-Z]{3}$/.test(currency);
  return !isKnown || !isAmount(amount, books.exponentOf(currency), fault);
}

const FLOAT = "float";

function isPair(body: Record<string, string>, fault: Fault | null): boolean {
  const { transaction_type: type = "", from_account_id: from, to_account_id: to } = body;
  const pair = `${from === FLOAT ? FLOAT : "own"} ${to === FLOAT ? FLOAT : "own"}`;
  const isAny = fault === "moves money between any two accounts";
  return KINDS[type] !== undefined && (isAny || KINDS[type].includes(pair));
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
