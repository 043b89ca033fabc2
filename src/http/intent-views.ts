// Intents as JSON text. Callers poll single intents and pages of lists: an isolate keeps the intents, and with them their
// texts.
import type { Context } from "hono";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { oncePerObject } from "../lib/once-per-object.ts";
import { RawJson, stringify } from "../lib/raw-json.ts";
import type { Dependencies } from "../services/dependencies.ts";
import { presentMerchantView, presentPublicView } from "../wire/payment-intents/present-intent.ts";
import type { AppEnv } from "./app-env.ts";

export interface IntentView {
  json: RawJson;
  /** The whole body of a response to a read. */
  body: string;
}

const merchantViews = oncePerObject(({ config }: Dependencies) =>
  oncePerObject((intent: PaymentIntent) => viewOf(presentMerchantView(intent, config.publicUrl))),
);
const publicViews = oncePerObject((intent: PaymentIntent) => viewOf(presentPublicView(intent, false)));
const payerViews = oncePerObject((intent: PaymentIntent) => viewOf(presentPublicView(intent, true)));

export function merchantView(c: Pick<Context<AppEnv>, "get">, intent: PaymentIntent): IntentView {
  return merchantViews(c.get("deps"))(intent);
}

export function publicView(intent: PaymentIntent, isPayable: boolean): IntentView {
  return isPayable ? payerViews(intent) : publicViews(intent);
}

function viewOf(presented: object): IntentView {
  const text = stringify(presented);
  return { json: new RawJson(text), body: `{"success":true,"payment_intent":${text}}` };
}
