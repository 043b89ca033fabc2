// Intents as JSON text. Callers poll single intents and pages of lists, so an isolate keeps the texts.
import type { Context } from "hono";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { RawJson, stringify } from "../lib/raw-json.ts";
import { setBounded } from "../lib/set-bounded.ts";
import { presentMerchantView, presentPublicView } from "../wire/present-intent.ts";
import type { AppEnv } from "./app-env.ts";

export interface IntentView {
  json: RawJson;
  /** The whole body of a response to a read. */
  body: string;
}

/** About 3 KB each, twice with the body. */
const VIEWS_KEPT = 500;
/** Metadata can have 16 KB. */
const LENGTH_KEPT_MAX = 8_192;
const kept = new Map<string, { intent: PaymentIntent; view: IntentView }>();

export function merchantView(c: Pick<Context<AppEnv>, "get">, intent: PaymentIntent): IntentView {
  return viewFor("merchant", intent, () => presentMerchantView(intent, c.get("deps").config.publicUrl));
}

export function publicView(intent: PaymentIntent, isPayable: boolean): IntentView {
  return viewFor(isPayable ? "payer" : "public", intent, () => presentPublicView(intent, isPayable));
}

/** The text that is kept, if no field of the intent has changed since. */
function viewFor(viewer: string, intent: PaymentIntent, present: () => object): IntentView {
  const key = `${viewer} ${intent.id}`;
  const known = kept.get(key);
  if (known !== undefined && isSame(known.intent, intent)) return known.view;
  const text = stringify(present());
  const view = { json: new RawJson(text), body: `{"success":true,"payment_intent":${text}}` };
  if (text.length <= LENGTH_KEPT_MAX) setBounded(kept, key, { intent, view }, VIEWS_KEPT);
  return view;
}

/** Between two copies, a field that is an object counts as changed: an open transfer, or refunds that were refused. */
function isSame(one: PaymentIntent, other: PaymentIntent): boolean {
  if (one === other) return true;
  for (const field in one) {
    if (one[field as keyof PaymentIntent] !== other[field as keyof PaymentIntent]) return false;
  }
  return true;
}
