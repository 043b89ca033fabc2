import { PaymentsEndedError } from "../errors.ts";
import type { CreateCallOptions } from "../options.ts";
import { type Transport, warningsIn } from "../transport/transport.ts";
import type { PaymentIntent, PaymentIntentResponse } from "../wire/payment-intents.ts";

/** The codes of the warning that a repeated request found a payment intent that nobody can pay any more. */
const ENDED = new Set(["payment_intent_expired", "payment_intent_cancelled"]);

export async function createIntent(
  { exchange }: Transport,
  path: string,
  body: object,
  { whenEnded = "throw", ...options }: CreateCallOptions = {},
): Promise<PaymentIntent> {
  const key = options.idempotencyKey ?? crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const idempotencyKey = attempt === 1 ? key : `${key}:${attempt}`;
    const { body: response } = await exchange("POST", path, { ...options, body, idempotencyKey });
    const { payment_intent: intent } = response as PaymentIntentResponse;
    const ended = warningsIn(response).find(({ code = "" }) => ENDED.has(code));
    if (ended === undefined) return intent;
    if (whenEnded === "throw") throw new PaymentsEndedError(intent, `POST ${path}: ${ended.message}`);
  }
}
