// A cash desk's calls of the JSON API. The session is a cookie, so no secret is in this script.
import { exchange as exchangeWith, type Outcome, type RequestParts } from "../kit/exchange.ts";
import { jsonNumber } from "./api.ts";
import type { Speech } from "./language.ts";
import type { Pairing } from "./pair-page.ts";

export interface Desk {
  id: string;
  name: string;
  currency: string;
}

export interface Customer {
  wallet_id: string;
  /** Null where the service does not know it. */
  name: string | null;
  currencies: string[];
}

export type MovementKind = "top_up" | "pay_out";

export interface Movement {
  id: string;
  kind: MovementKind;
  account_id: string;
  amount_decimal: string;
  currency: string;
  status: "awaiting_approval" | "processing" | "completed" | "declined" | "rejected" | "expired";
  decline_reason: string | null;
  created_at: string;
  completed_at: string | null;
  expires_at: string | null;
}

export interface Day {
  movements: Movement[];
  sums: { kind: MovementKind; status: Movement["status"]; amount: string }[];
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

/** Null when the browser is no desk's tablet. */
export function readDesk(): Promise<Outcome<Desk | null>> {
  return exchange(
    "GET",
    "/desk/session",
    {},
    (body) => (body.session as { desk: Desk } | null)?.desk ?? null,
  );
}

export const deskPairing = ({ texts }: Speech): Pairing => ({
  home: "/desk",
  words: { ...texts.pair, ...texts.desk.pair, failed: { ...texts.pair.failed, stopped: texts.desk.stopped } },
  lookUp: (code) =>
    exchange("POST", "/desk/session/pair/look-up", { text: JSON.stringify({ code }) }, ({ pairing }) => [
      (pairing as { desk_name: string }).desk_name,
      null,
    ]),
  pair: (code, name) =>
    exchange("POST", "/desk/session/pair", { text: JSON.stringify({ code, name }) }, () => null),
  readCurrent: async () => {
    const desk = await readDesk();
    return desk.kind === "ok" ? { ...desk, value: desk.value?.name ?? null } : desk;
  },
  // A movement whose response was lost goes on at the same desk, and at no other.
  forget: () => {},
});

export function signOut(): Promise<Outcome<null>> {
  return exchange("POST", "/desk/session/sign-out", {}, () => null);
}

/** Does not use the code up. */
export function findCustomer(code: string): Promise<Outcome<Customer>> {
  const text = JSON.stringify({ code });
  return exchange("POST", `${API}/customers`, { text }, ({ customer }) => customer as Customer);
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

function movementIn({ movement }: Record<string, unknown>): Movement {
  return movement as Movement;
}

export function readDay(): Promise<Outcome<Day>> {
  return exchange("GET", `${API}/movements?limit=50`, {}, (body) => body as unknown as Day);
}

function exchange<T>(
  method: string,
  path: string,
  parts: RequestParts,
  read: (body: Record<string, unknown>) => T,
): Promise<Outcome<T>> {
  return exchangeWith(method, path, { ...parts, headers: { "Session-Kind": "desk" } }, read);
}
