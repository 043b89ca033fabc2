import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { stringify } from "../lib/raw-json.ts";
import type { Created } from "../services/payment-intents/payment-intents.ts";
import type { AppEnv } from "./app-env.ts";
import { type IntentView, merchantView, publicView } from "./intent-views.ts";
import { ResponseTemplate } from "./response-headers.ts";
import { warningsOf } from "./warnings.ts";

type ResponseContext = Pick<Context<AppEnv>, "get" | "set" | "req">;

const JSON_TYPE = { "Content-Type": "application/json" };
const POLLED = { "Cache-Control": "private, no-cache" };
const PLAIN = new ResponseTemplate(JSON_TYPE);
const READ = new ResponseTemplate<"ETag">({ ...JSON_TYPE, ...POLLED });
const UNCHANGED = new ResponseTemplate<"ETag">(POLLED);

interface Body {
  success: boolean;
  [member: string]: unknown;
}

/** JSON that carries a merchant's metadata exactly as it was sent, with warnings where there are any. */
export function respond(
  c: ResponseContext,
  body: Body,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  const response = PLAIN.build(c, textOf(c, body), status, {});
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function textOf(c: ResponseContext, body: Body): string {
  const warnings = body.success ? warningsOf(c) : [];
  return stringify(warnings.length === 0 ? body : { ...body, warnings });
}

/** 201 for a replay as well: a caller who lost the first response sees it for the first time. */
export function respondCreated(c: Context<AppEnv>, { intent, isReplay }: Created): Response {
  const response = PLAIN.build(c, bodyWith(c, merchantView(c, intent)), 201, {});
  if (isReplay) response.headers.set("Idempotent-Replayed", "true");
  return response;
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
  const own = { ETag: etag };
  if (matches(c.req.header("If-None-Match"), etag)) return UNCHANGED.build(c, null, 304, own);
  return READ.build(c, bodyWith(c, view()), 200, own);
}

/** The body of a response that is a view, with warnings where there are any. */
function bodyWith(c: ResponseContext, { json, body }: IntentView): string {
  return warningsOf(c).length === 0 ? body : textOf(c, { success: true, payment_intent: json });
}

/** RFC 9110 §13.1.2, weak comparison. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag) || tags.includes(etag.slice(2));
}
