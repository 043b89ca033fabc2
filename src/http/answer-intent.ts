import type { Context } from "hono";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { answer } from "./answer.ts";
import type { AppEnv } from "./app-env.ts";

/** Grows when the views change, so that no client keeps an answer of the old shape. */
const VIEW_VERSION = 1;

/** A read by id: 304 when the caller has this version already, so that a poll without news carries no QR code. */
export async function answerIntent(
  c: Context<AppEnv>,
  intent: PaymentIntent,
  present: (intent: PaymentIntent) => Promise<object>,
): Promise<Response> {
  const etag = `W/"${VIEW_VERSION}.${intent.version}"`;
  const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (isKnown(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
  return answer(c, { success: true, payment_intent: await present(intent) }, 200, headers);
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(",").map((tag) => tag.trim());
  return known.includes("*") || known.includes(etag) || known.includes(etag.slice(2));
}
