// A cash desk's calls of the JSON API. The session is a cookie, so no secret is in this script.
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { jsonNumber } from "#pages/browser/device/api.ts";
import { exchangeAs, type Outcome } from "#pages/browser/kit/exchange.ts";

export type Desk = Wire<"Desk">;
export type Customer = Wire<"DeskCustomerResponse">["customer"];
export type Movement = Wire<"Movement">;
export type MovementKind = keyof Day["limits"];
export type Limit = Day["limits"][MovementKind];
type Day = Wire<"DeskDayResponse">;

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
  /** What was scanned. */
  code: string;
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
  const { key, kind, amount, customer, code } = draft;
  // A top-up goes to the wallet that the customer was found by: a code's minute may be over by then.
  const [path, whose] =
    kind === "top_up" ? ["top-ups", { wallet_id: customer.wallet_id }] : ["pay-outs", { scan_token: code }];
  const text = `{"amount":${jsonNumber(amount)},${JSON.stringify(whose).slice(1)}`;
  return exchange("POST", `${API}/${path}`, { text, key }, movementIn);
}

export function readMovement(id: string): Promise<Outcome<Movement>> {
  return exchange("GET", `${API}/movements/${id}`, {}, movementIn);
}

function movementIn({ movement }: Wire<"MovementResponse">): Movement {
  return movement;
}

export function readDay(listed = 50): Promise<Outcome<Day>> {
  return exchange("GET", `${API}/movements?limit=${listed}`, {}, (body: Day) => body);
}
