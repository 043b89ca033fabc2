import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type DrawnIntent, isProcessing } from "#core/domain/payment-intents/payment-intent.ts";
import type { FieldFault } from "#core/domain/result.ts";
import { stringify } from "#core/lib/raw-json.ts";
import { isoTime } from "#core/lib/time.ts";
import type { PublicIntent } from "#core/services/payment-intents/payability.ts";
import type { Created } from "#core/services/payment-intents/payment-intents.ts";
import { presentMerchantView, presentPublicView } from "#core/wire/payment-intents/present-intent.ts";
import type { ResponseName, Wire, WithRaw } from "#core/wire/shared/wire-types.ts";
import type { AppEnv } from "./app-env.ts";
import { completeResponse } from "./response-headers.ts";
import { warningsOf } from "./warnings.ts";

type ResponseContext = Pick<Context<AppEnv>, "get" | "set" | "req">;

const JSON_TYPE = { "Content-Type": "application/json" };
const POLLED = { "Cache-Control": "private, no-cache" };

/** Where the document has other types, JSON text may stand: it is sent as it was received, or is more exact. */
type Members<Name extends ResponseName> = WithRaw<
  Omit<Wire<Name>, "success" | "warnings">,
  "metadata" | "payload" | "amount_minor" | "events"
>;

/** The success that the document has under this name, which says what its members are. */
export function respond<Name extends ResponseName = never>(
  c: ResponseContext,
  members: Members<Name>,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
  warnings: readonly Warning[] = [],
): Response {
  return respondUndocumented(c, members, status, headers, warnings);
}

/** A success, with warnings where there are any. A merchant's metadata is in it exactly as it was sent. */
export function respondUndocumented(
  c: ResponseContext,
  members: object,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
  ownWarnings: readonly Warning[] = [],
): Response {
  const warnings = [...ownWarnings, ...warningsOf(c)];
  const body = { success: true, ...members, ...(warnings.length === 0 ? {} : { warnings }) };
  return respondWithJson(c, stringify(body), status, headers);
}

export function respondWithJson(
  c: ResponseContext,
  json: string,
  status: number,
  headers: Record<string, string>,
): Response {
  return completeResponse(c, json, status, { ...JSON_TYPE, ...headers });
}

/** 201 for a replay as well: a caller who lost the first response sees it for the first time. */
export function respondCreated(c: Context<AppEnv>, { intent, isReplay }: Created): Response {
  const headers = isReplay ? { "Idempotent-Replayed": "true" } : {};
  const warnings = isReplay ? replayWarnings(intent) : [];
  const payment_intent = merchantView(c, intent);
  return respond<"PaymentIntentResponse">(c, { payment_intent }, 201, headers, warnings);
}

export function respondRefunded(c: Context<AppEnv>, intent: Created["intent"]): Response {
  const payment_intent = merchantView(c, intent);
  const message = "Refund initiated";
  return respond<"RefundResponse">(c, { refund_initiated: true, message, payment_intent });
}

interface Warning extends FieldFault {
  code?: string;
}

/** Who repeats a request after a lost response would otherwise show a code that nobody can pay. */
function replayWarnings({ status, expiresAt, cancelledAt }: Created["intent"]): Warning[] {
  if (status !== "expired" && status !== "cancelled") return [];
  const [verb, endedAt] = status === "expired" ? ["expired", expiresAt] : ["was cancelled", cancelledAt];
  const since = endedAt === null ? "" : ` at ${isoTime(endedAt)}`;
  const message = `the payment intent under this key ${verb}${since} and cannot be paid: use a new key for another attempt`;
  return [{ field: "Idempotency-Key", code: `payment_intent_${status}`, message }];
}

export function merchantView(c: Pick<ResponseContext, "get">, intent: DrawnIntent) {
  return presentMerchantView(intent, c.get("deps").config);
}

/** Increase it when the views change shape, so that clients do not keep the old shape. */
const VIEW_VERSION = 7;

/** Whether a read needs the QR code: mostly, a caller who has a version has the current one, and gets no body. */
export function needsCode(c: Context<AppEnv>): boolean {
  return c.req.header("If-None-Match") === undefined;
}

/** Responds to the merchant, who sees every version. */
export function respondWithMerchantView(c: Context<AppEnv>, intent: DrawnIntent): Response {
  const view = () => ({ payment_intent: merchantView(c, intent) });
  return respondUnlessCurrent<"PaymentIntentResponse">(c, String(intent.version), view);
}

/**
 * Responds to anyone. Whatever changes the public view has an event, but for the sandbox's clock, which moves the deadline, and a
 * payment under way; or is of the shop. The version would also count strangers' declines.
 */
export function respondWithPublicView(c: Context<AppEnv>, { intent, shop }: PublicIntent): Response {
  const { isPayable, logoHash } = shop;
  const logo = logoHash === null ? "" : `.${logoHash.slice(0, 16)}`;
  const version = `${intent.eventSequence}.${intent.expiresAt}${isPayable ? "p" : ""}${isProcessing(intent) ? "o" : ""}${logo}`;
  const view = () => ({ payment_intent: presentPublicView(intent, shop, c.get("deps").config) });
  return respondUnlessCurrent<"PublicPaymentIntentResponse">(c, version, view);
}

/** A read by id: 304 when the caller already has this version, so that polling does not transfer the same QR code again. */
function respondUnlessCurrent<Name extends ResponseName = never>(
  c: Context<AppEnv>,
  version: string,
  view: () => Members<Name>,
): Response {
  const etag = `W/"${VIEW_VERSION}.${version}"`;
  const headers = { ...POLLED, ETag: etag };
  return matches(c.req.header("If-None-Match"), etag)
    ? completeResponse(c, null, 304, headers)
    : respond<Name>(c, view(), 200, headers);
}

/** RFC 9110 §13.1.2, weak comparison. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag) || tags.includes(etag.slice(2));
}
