import type { IntentForm, IntentReply, ObjectRefusal } from "../domain/commands.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Result } from "../domain/result.ts";

/** An intent is never changed, only replaced by its next version. */
const texts = new WeakMap<PaymentIntent, string>();

/** As JSON for callers that ask for it. Others, such as Workers of an earlier release, get the intent itself. */
export function inForm(
  form: IntentForm | undefined,
  result: Result<PaymentIntent, ObjectRefusal>,
): IntentReply {
  return form === "json" && result.ok ? jsonOf(result.value) : result;
}

/** Written once for each version. */
function jsonOf(intent: PaymentIntent): string {
  const known = texts.get(intent);
  if (known !== undefined) return known;
  const text = JSON.stringify(intent);
  texts.set(intent, text);
  return text;
}
