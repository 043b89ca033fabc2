import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isOpen, type PaymentIntent } from "../domain/payment-intent.ts";
import { stringify } from "../lib/raw-json.ts";
import { setBounded } from "../lib/set-bounded.ts";
import type { Created } from "../services/payment-intents.ts";
import { presentMerchantView, presentPublicView } from "../wire/present-intent.ts";
import type { AppEnv } from "./app-env.ts";
import { defaultsWith } from "./default-headers.ts";
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

export function merchantView(c: Context<AppEnv>, intent: PaymentIntent) {
  return presentMerchantView(intent, c.get("deps").config.publicUrl);
}

/** 201 for a replay as well: a caller who lost the first response sees it for the first time. */
export function respondCreated(c: Context<AppEnv>, { intent, isReplay }: Created): Response {
  const body = { success: true, payment_intent: merchantView(c, intent) };
  return respond(c, body, 201, isReplay ? { "Idempotent-Replayed": "true" } : {});
}

/** Increase it when the views change shape, so that clients do not keep the old shape. */
const VIEW_VERSION = 4;

/** For the merchant, who sees every version. */
export function respondWithMerchantView(c: Context<AppEnv>, intent: PaymentIntent): Response {
  const present = () => merchantView(c, intent);
  return respondUnlessKnown(c, { viewer: "merchant", intent, version: String(intent.version), present });
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
  const present = () => presentPublicView(intent, isPayable);
  return respondUnlessKnown(c, { viewer: "anyone", intent, version, present });
}

interface View {
  viewer: "merchant" | "anyone";
  intent: PaymentIntent;
  version: string;
  present: () => object;
}

/** A read by id: 304 when the caller already has this version, so that polling does not transfer the same QR code again. */
function respondUnlessKnown(c: Context<AppEnv>, view: View): Response {
  const etag = `W/"${VIEW_VERSION}.${view.version}"`;
  const headers = { ETag: etag, "Cache-Control": "private, no-cache" };
  if (matches(c.req.header("If-None-Match"), etag))
    return build(null, { status: 304, headers: NO_CONTENT_HEADERS }, headers);
  const isPolled = isOpen(view.intent) && warningsOf(c).length === 0;
  if (isPolled) return build(polledBody(view), { headers: JSON_HEADERS }, headers);
  return respond(c, { success: true, payment_intent: view.present() }, 200, headers);
}

/** Of open intents, which callers poll. About 3 KB each, and up to 20 KB with metadata. */
const BODIES_KEPT = 300;
const bodies = new Map<string, string>();

function polledBody({ viewer, intent, version, present }: View): string {
  const key = `${viewer} ${intent.id} ${version}`;
  const known = bodies.get(key);
  if (known !== undefined) return known;
  const body = stringify({ success: true, payment_intent: present() });
  setBounded(bodies, key, body, BODIES_KEPT);
  return body;
}

/** RFC 9110 §13.1.2, weak comparison. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag) || tags.includes(etag.slice(2));
}
