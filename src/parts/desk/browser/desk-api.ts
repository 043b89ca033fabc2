// A cash desk's calls of the JSON API. The session is a cookie, so no secret is in this script.
import { decimalText } from "#core/domain/money.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { jsonNumber } from "#pages/browser/device/api.ts";
import { exchangeAs, type Outcome } from "#pages/browser/kit/exchange.ts";

export type Desk = Wire<"Desk">;
export type Customer = Wire<"DeskCustomerResponse">["customer"];
export type Movement = Wire<"Movement">;
export type ListedMovement = Day["movements"][number];
export type Shift = Wire<"Shift">;
export type MovementKind = keyof Day["limits"];
export type Limit = Day["limits"][MovementKind];
export type Day = Wire<"DeskDayResponse">;
export type DaySum = Day["sums"][number];

/** What a tablet is paired with. */
export interface DeskSession {
  desk: Desk;
}

/** A desk adjusts nothing: what it credits is a top-up. */
export function kindOf({ direction }: Movement): MovementKind {
  return direction === "credit" ? "top_up" : "pay_out";
}

export const OVER_LIMIT = ["movement_too_large", "day_limit_reached"] as const;

/** Compares before cash is taken. A limit that could not be read is left to the service. */
export function excessOf(amount: string, limit: Limit | null): (typeof OVER_LIMIT)[number] | null {
  const minor = (decimal: string) => BigInt(decimal.replace(".", ""));
  if (limit === null) return null;
  if (minor(amount) > minor(limit.max)) return "movement_too_large";
  return minor(amount) > minor(limit.left) ? "day_limit_reached" : null;
}

export interface MovementDraft {
  /** The Idempotency-Key: whatever is lost and repeated, money moves once. */
  key: string;
  kind: MovementKind;
  /** Decimal text, with all of the currency's decimals. */
  amount: string;
  customer: Customer;
  /** What was scanned; empty for a correction. */
  code: string;
  /** The top-up of which too much is asked back. */
  corrects: string | null;
}

const API = "/desk/api/v1";

const exchange = exchangeAs("desk");

/** Returns null when the browser is no desk's tablet. */
export function readDesk(): Promise<Outcome<Desk | null>> {
  const read = ({ session }: { session: DeskSession | null }) => session?.desk ?? null;
  return exchange("GET", "/desk/session", {}, read);
}

export function signOut(): Promise<Outcome<null>> {
  return exchange("POST", "/desk/session/sign-out", {}, () => null);
}

/** Does not use the code up. */
export function findCustomer(code: string): Promise<Outcome<Customer>> {
  const text = JSON.stringify({ code });
  return exchange(
    "POST",
    `${API}/customers`,
    { text },
    ({ customer }: Wire<"DeskCustomerResponse">) => customer,
  );
}

export function startMovement(draft: MovementDraft): Promise<Outcome<Movement>> {
  const { key, kind, amount, customer, code, corrects } = draft;
  if (corrects !== null) {
    const text = `{"amount":${jsonNumber(amount)}}`;
    return exchange("POST", `${API}/movements/${corrects}/corrections`, { text, key }, movementIn);
  }
  // A top-up goes to the wallet that the customer was found by: a code's minute may be over by then.
  const [path, whose] =
    kind === "top_up" ? ["top-ups", { wallet_id: customer.wallet_id }] : ["pay-outs", { scan_token: code }];
  const text = `{"amount":${jsonNumber(amount)},${JSON.stringify(whose).slice(1)}`;
  return exchange("POST", `${API}/${path}`, { text, key }, movementIn);
}

export function readMovement(id: string): Promise<Outcome<Movement>> {
  return exchange("GET", `${API}/movements/${id}`, {}, movementIn);
}

/** Safe to repeat. */
export function withdrawMovement(id: string): Promise<Outcome<Movement>> {
  return exchange("POST", `${API}/movements/${id}/withdraw`, {}, movementIn);
}

const shiftIn = <Found>({ shift }: { shift: Found }) => shift;

/** Returns null while none is open. */
export function readShift(): Promise<Outcome<Shift | null>> {
  return exchange("GET", `${API}/shift`, {}, shiftIn<Shift | null>);
}

export function openShift({ key, clerk, amount }: Record<"key" | "clerk" | "amount", string>) {
  const text = `{"clerk":${JSON.stringify(clerk)},"opening_float":${jsonNumber(amount)}}`;
  return exchange("POST", `${API}/shifts`, { text, key }, shiftIn<Shift>);
}

export function closeShift(id: string, counted: string): Promise<Outcome<Shift>> {
  return exchange(
    "POST",
    `${API}/shifts/${id}/close`,
    { text: `{"counted":${jsonNumber(counted)}}` },
    shiftIn<Shift>,
  );
}

/** What of a top-up can still be asked back: its corrections are newer, and so in the list that has it. Null for none. */
export function leftOf(topUp: Movement, listed: readonly Movement[]): string | null {
  const isBack = ({ corrects_id, status }: Movement) =>
    corrects_id === topUp.id && ["awaiting_approval", "processing", "completed"].includes(status);
  const back = listed.filter(isBack).reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  const left = topUp.amount_minor - back;
  const isCorrectable = topUp.kind === "top_up" && topUp.status === "completed" && left > 0;
  return isCorrectable ? decimalText(left, topUp.currency) : null;
}

function movementIn({ movement }: Wire<"MovementResponse">): Movement {
  return movement;
}

/** `cursor` is what the page before has given. */
export function readDay(listed = 1, cursor = ""): Promise<Outcome<Day>> {
  const page = cursor && `&cursor=${encodeURIComponent(cursor)}`;
  return exchange("GET", `${API}/movements?limit=${listed}${page}`, {}, (body: Day) => body);
}
