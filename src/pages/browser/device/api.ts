// The till's calls of the JSON API. The session is a cookie, so no secret is in this script.

import type { SessionView, Wire } from "../../../core/wire/shared/wire-types.ts";
import type { PaymentIntent } from "../../../sdk/index.ts";
import { exchangeAs, type Outcome } from "../kit/exchange.ts";
import { describeBasket } from "./amount-entry.ts";
import type { Draft } from "./sale.ts";

export type Session = SessionView;
type IntentPage = Wire<"PaymentIntentsResponse">;

const API = "/merchant/api/v1";
const CODE_SECONDS = 15 * 60;
const DESCRIPTION_MAX = 500;
const APPROVAL_SECONDS = 2 * 60;

const exchange = exchangeAs("till");

/** Returns null when the browser has none. */
export function readSession(signal?: AbortSignal): Promise<Outcome<Session | null>> {
  return exchange(
    "GET",
    "/session",
    signal ? { signal } : {},
    (body: { session: Session | null }) => body.session,
  );
}

export function signOut(): Promise<Outcome<null>> {
  return exchange("POST", "/session/sign-out", {}, () => null);
}

export function createIntent(
  { key, amount, currency, scanToken, basket }: Draft,
  counterId: string,
  signal: AbortSignal,
): Promise<Outcome<PaymentIntent>> {
  const isScan = scanToken !== null;
  const fields = {
    currency,
    counter_id: counterId,
    expires_in: isScan ? APPROVAL_SECONDS : CODE_SECONDS,
    ...(isScan && { scan_token: scanToken }),
    ...(basket && { description: describeBasket(basket, currency, DESCRIPTION_MAX) }),
  };
  const path = isScan ? `${API}/scan-payment` : `${API}/payment-intents`;
  const text = `{"amount":${jsonNumber(amount)},${JSON.stringify(fields).slice(1)}`;
  return exchange("POST", path, { text, key, signal }, intentIn);
}

/** The amount's own digits are sent: no double takes part. JSON has no leading zeros, and the till writes none. */
export function jsonNumber(decimal: string): string {
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(decimal)) throw new Error(`not a decimal: ${decimal}`);
  return decimal;
}

export function cancelIntent(id: string): Promise<Outcome<null>> {
  return exchange("POST", `${API}/payment-intents/${id}/cancel`, {}, () => null);
}

/** Takes back a request for approval. */
export function withdrawIntent(id: string): Promise<Outcome<PaymentIntent>> {
  return exchange("POST", `${API}/payment-intents/${id}/withdraw`, {}, intentIn);
}

/** The merchant's view: it says why an intent is cancelled. */
export function readIntent(id: string): Promise<Outcome<PaymentIntent>> {
  return exchange("GET", `${API}/payment-intents/${id}`, {}, intentIn);
}

function intentIn({ payment_intent }: Wire<"PaymentIntentResponse">): PaymentIntent {
  return payment_intent;
}

export function listIntents(query: Record<string, string>): Promise<Outcome<IntentPage>> {
  const path = `${API}/payment-intents?${new URLSearchParams(query)}`;
  return exchange("GET", path, {}, (body: IntentPage) => body);
}

/** The totals of the till's own counter, for today in the merchant's time zone. */
export function readTotals(): Promise<Outcome<Wire<"TotalsResponse">>> {
  return exchange("GET", `${API}/totals`, {}, (body: Wire<"TotalsResponse">) => body);
}
