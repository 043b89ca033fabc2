import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { stringify } from "../lib/raw-json.ts";
import type { Created } from "../services/payment-intents.ts";
import type { AppEnv } from "./app-env.ts";
import { defaultsWith } from "./default-headers.ts";
import { type IntentView, merchantView, publicView } from "./intent-views.ts";
import { warningsOf } from "./warnings.ts";

export type ResponseContext = Pick<Context<AppEnv>, "get" | "req">;

const JSON_HEADERS = defaultsWith({ "Content-Type": "application/json" });
const NO_CONTENT_HEADERS = defaultsWith({});

/** JSON that carries a merchant's metadata exactly as it was sent, with warnings where there are any. */
export function respond(
  c: ResponseContext,
  body: { success: boolean; [member: string]: unknown },
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  const warnings = body.success ? warningsOf(c) : [];
  const whole = warnings.length === 0 ? body : { ...body, warnings };
  return build(stringify(whole), { status, headers: JSON_HEADERS }, headers);
}

function build(body: string | null, init: ResponseInit, headers: Record<string, string>): Response {
  const response = new Response(body, init);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** 201 for a replay as well: a caller who lost the first response sees it for the first time. */
export function respondCreated(c: Context<AppEnv>, { intent, isReplay }: Created): Response {
  const headers: Record<string, string> = isReplay ? { "Idempotent-Replayed": "true" } : {};
  return respondWithIntent(c, merchantView(c, intent), 201, headers);
}

/** Increase it when the views change shape, so that clients do not keep the old shape. */
const VIEW_VERSION = 4;

/** For the merchant, who sees every version. */
export function respondWithMerchantView(c: Context<AppEnv>, intent: PaymentIntent): Response {
  return respondUnlessKnown(c, String(intent.version), () => merchantView(c, intent));
}

/**
 * For anyone. Whatever changes the public view has an event, but for the sandbox's clock, which moves the deadline. The
 * version would also count strangers' declines.
 */
export function respondWithPublicView(
  c: Context<AppEnv>,
  intent: PaymentIntent,
  isPayable: boolean,
): Response {
  const version = `${intent.eventSequence}.${intent.expiresAt}${isPayable ? "p" : ""}`;
  return respondUnlessKnown(c, version, () => publicView(intent, isPayable));
}

/** A read by id: 304 when the caller already has this version, so that polling does not transfer the same QR code again. */
function respondUnlessKnown(c: Context<AppEnv>, version: string, view: () => IntentView): Response {
  const etag = `W/"${VIEW_VERSION}.${version}"`;
  const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (matches(c.req.header("If-None-Match"), etag))
    return build(null, { status: 304, headers: NO_CONTENT_HEADERS }, headers);
  return respondWithIntent(c, view(), 200, headers);
}

function respondWithIntent(
  c: ResponseContext,
  { json, body }: IntentView,
  status: ContentfulStatusCode,
  headers: Record<string, string>,
): Response {
  if (warningsOf(c).length === 0) return build(body, { status, headers: JSON_HEADERS }, headers);
  return respond(c, { success: true, payment_intent: json }, status, headers);
}

/** RFC 9110 §13.1.2, weak comparison. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag) || tags.includes(etag.slice(2));
}
