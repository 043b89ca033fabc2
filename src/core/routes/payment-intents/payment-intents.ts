import { type Context, Hono } from "hono";
import type * as z from "zod/mini";
import type { DrawnIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { appSchemeOf, appUrlFault } from "#core/domain/payment-intents/return-url.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import {
  asMerchant,
  asMerchantOrCounter,
  asMerchantOrCounterCreating,
  asMerchantOrCounterOfIntent,
  asMerchantOrTillCreating,
  asRefunderOfIntent,
} from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { invalid } from "#core/http/errors.ts";
import { isDeepPage, limitedCreation, limitList } from "#core/http/rate-limit.ts";
import { cancelError, orThrow, REFUND_REFUSALS, refusalError } from "#core/http/refusals.ts";
import { idempotency, merchantActor, pathId, uncheckedActor } from "#core/http/request.ts";
import {
  merchantView,
  needsCode,
  respond,
  respondCreated,
  respondRefunded,
  respondWithMerchantView,
} from "#core/http/response.ts";
import { readsOwnOnly, tillCounterOf } from "#core/http/session.ts";
import { type BodyCheck, jsonBody, onlyBody, query } from "#core/http/validate.ts";
import { checkUrlText, webhookUrlChecks } from "#core/http/webhook-url.ts";
import { findMember } from "#core/lib/json-member.ts";
import { utf8 } from "#core/lib/utf8.ts";
import {
  cancelPaymentIntent,
  createPaymentIntent,
  findPaymentIntent,
  listIntentHistory,
  listPaymentIntents,
  refundPaymentIntent,
  withdrawPaymentIntent,
} from "#core/services/payment-intents/payment-intents.ts";
import { scanCustomerCode } from "#core/services/wallet/scan-payment.ts";
import {
  CreateIntentBody,
  ListIntentsQuery,
  RefundBody,
  ScanPaymentBody,
} from "#core/wire/payment-intents/requests.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { presentEvent } from "#core/wire/webhooks/present-delivery.ts";

const INDEXED = ["status", "refundStatus", "counterId", "reference"] as const;

const UNINDEXED = ["amount", "number", "idPrefix"] as const;

/** Only one of several filters that have an index is used. */
function scansMany(filter: Record<(typeof INDEXED | typeof UNINDEXED)[number], unknown>): boolean {
  if (UNINDEXED.some((name) => filter[name] !== null)) return true;
  return INDEXED.filter((name) => filter[name] !== null).length > 1;
}

const METADATA_BYTES_MAX = 16 * 1024;
const METADATA_DEPTH_MAX = 64;

/** The body of a request that creates a payment intent. */
function intentBody<Schema extends z.ZodMiniType>(schema: Schema) {
  const callback = webhookUrlChecks("callback_url");
  const checks = [...callback.checks, checkCallbackEvents, checkReturnUrl, checkMetadata];
  return jsonBody(schema, { ...callback, checks });
}

const checkCallbackEvents: BodyCheck = async (_, { callback_url: url, callback_events: events }) =>
  (events ?? null) !== null && (url ?? null) === null
    ? [{ field: "callback_events", message: "needs a callback_url" }]
    : [];

// Nothing is sent to a `return_url`.
const checkWebUrl = checkUrlText("return_url");

/** Whether the merchant lists an app's scheme is read with the merchant. */
const checkReturnUrl: BodyCheck = async (c, body) => {
  const { return_url: url } = body;
  if (typeof url !== "string" || appSchemeOf(url) === null) return await checkWebUrl(c, body);
  const message = appUrlFault(url);
  return message === null ? [] : [{ field: "return_url", message }];
};

const checkMetadata: BodyCheck = async (c, body) => {
  const found = findMember(await c.req.text(), "metadata");
  const json = found === "null" ? null : found;
  c.set("metadataJson", json);
  if (json === null) return [];
  const isTooLarge = utf8(json).byteLength > METADATA_BYTES_MAX;
  if (isTooLarge) return [{ field: "metadata", message: "must be at most 16 KB of JSON" }];
  const isTooDeep = isDeeperThan(body.metadata, METADATA_DEPTH_MAX);
  return isTooDeep ? [{ field: "metadata", message: "must be nested at most 64 deep" }] : [];
};

/** An endpoint's parser may fail on what nests deeper than it can follow. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}

const TOO_FAR = "is too far into this list to be found by its number: use cursor";

export const paymentIntents = new Hono<AppEnv>()
  .post(
    "/",
    describe("Payment intents", {
      id: "createPaymentIntent",
      responds: { 201: "PaymentIntentResponse" },
      refusals: [
        "merchant_not_active",
        "counter_not_active",
        "foreign_counter",
        "unknown_counter",
        "unlisted_return_scheme",
        "idempotency_key_reused",
      ],
    }),
    asMerchantOrCounterCreating,
    limitedCreation,
    intentBody(CreateIntentBody),
    idempotency,
    async (c) => {
      const input = { ...c.req.valid("json"), metadataJson: c.get("metadataJson") };
      const created = orThrow(
        await createPaymentIntent(c.get("deps"), merchantActor(c), input, c.get("idempotencyKey")),
      );
      return respondCreated(c, created);
    },
  )
  .get(
    "/",
    describe("Payment intents", {
      id: "listPaymentIntents",
      responds: { 200: "PaymentIntentsResponse" },
    }),
    asMerchantOrCounter,
    query(ListIntentsQuery, { isStrict: true }),
    async (c) => {
      const { page, limit, cursor, ...asked } = c.req.valid("query");
      const found = await listVisible(c, asked, { page, limit, cursor });
      if (found === null) throw invalid([{ field: "page", message: TOO_FAR }]);
      const payment_intents = found.rows.map((intent) => merchantView(c, intent));
      const next_cursor = listCursor.format(found.next);
      return respond<"PaymentIntentsResponse">(c, { payment_intents, page, limit, next_cursor });
    },
  )
  .get(
    "/:intentID",
    describe("Payment intents", {
      id: "getPaymentIntent",
      responds: { 200: "PaymentIntentResponse", 304: null },
    }),
    asMerchantOrCounter,
    async (c) => respondWithMerchantView(c, await findVisible(c, needsCode(c))),
  )
  .get(
    "/:intentID/events",
    describe("Payment intents", {
      id: "listPaymentIntentEvents",
      failure: "Failed to read payment intent events",
      responds: { 200: "PaymentIntentEventsResponse" },
    }),
    asMerchant,
    async (c) => {
      const history = await listIntentHistory(c.get("deps"), c.get("merchantId"), pathId(c, "intentID"));
      if (history === null) throw refusalError("not_found");
      const events = history.events.map(presentEvent);
      return respond<"PaymentIntentEventsResponse">(c, { created_by: history.createdBy, events });
    },
  )
  .post(
    "/:intentID/cancel",
    describe("Payment intents", {
      id: "cancelPaymentIntent",
      refusals: ["not_pending", "cancel_in_progress"],
    }),
    asMerchantOrCounterOfIntent,
    async (c) => {
      const intentId = pathId(c, "intentID");
      const cancelled = await cancelPaymentIntent(c.get("deps"), uncheckedActor(c), intentId);
      if (!cancelled.ok) throw cancelError(cancelled.error, cancelled);
      return respond<"MessageResponse">(c, { message: "Payment intent cancelled" });
    },
  )
  .post(
    "/:intentID/withdraw",
    describe("Payment intents", {
      id: "withdrawPaymentIntent",
      responds: { 200: "PaymentIntentResponse" },
      refusals: ["not_awaiting_approval", "payment_in_progress", "already_paid", "expired"],
    }),
    asMerchantOrCounterOfIntent,
    async (c) => {
      const intentId = pathId(c, "intentID");
      const withdrawn = orThrow(await withdrawPaymentIntent(c.get("deps"), uncheckedActor(c), intentId));
      return respond<"PaymentIntentResponse">(c, { payment_intent: merchantView(c, withdrawn) });
    },
  )
  .post(
    "/:intentID/refund",
    describe("Payment intents", {
      id: "refundPaymentIntent",
      responds: { 200: "RefundResponse" },
      refusals: [...REFUND_REFUSALS, "idempotency_key_reused"],
    }),
    asRefunderOfIntent,
    onlyBody(RefundBody, "refunds are in full: send no body"),
    idempotency,
    async (c) => {
      const intentId = pathId(c, "intentID");
      const caller = uncheckedActor(c);
      const asked = { idempotencyKey: c.get("idempotencyKey"), texts: c.req.valid("json") };
      return respondRefunded(c, orThrow(await refundPaymentIntent(c.get("deps"), caller, intentId, asked)));
    },
  );

/** A till sees only what its own counter has created, and so does a counter's client that its merchant confines. */
async function findVisible(c: Context<AppEnv>, isDrawn = false): Promise<DrawnIntent> {
  const { counterId } = c.get("identity");
  const intent = await findPaymentIntent(c.get("deps"), c.get("merchantId"), pathId(c, "intentID"), isDrawn);
  if (intent === null) throw refusalError("not_found");
  const isForeign = counterId !== null && intent.counterId !== counterId;
  if (isForeign && (await readsOwnOnly(c))) throw refusalError("not_found");
  return intent;
}

type ListArguments = Parameters<typeof listPaymentIntents>;

/** The list is read beside what confines its caller: a counter's client that nothing confines waits no longer. */
async function listVisible(c: Context<AppEnv>, asked: ListArguments[2], position: ListArguments[3]) {
  const { counterId } = c.get("identity");
  const first = tillCounterOf(c) === null ? asked : { ...asked, counterId };
  await limitList(c, isDeepPage(position) || scansMany(first));
  const list = (filter: typeof asked) =>
    listPaymentIntents(c.get("deps"), c.get("merchantId"), filter, position);
  if (counterId === null || counterId === first.counterId) return await list(first);
  const [found, isConfined] = await Promise.all([list(first), readsOwnOnly(c)]);
  if (!isConfined) return found;
  return asked.counterId === null ? await list({ ...asked, counterId }) : { rows: [], next: null };
}

export const scanPayments = new Hono<AppEnv>().post(
  "/",
  describe("Payment intents", {
    id: "scanPayment",
    failure: "Failed to create payment intent",
    responds: { 201: "PaymentIntentResponse" },
    refusals: [
      "merchant_not_active",
      "foreign_counter",
      "unknown_counter",
      "unlisted_return_scheme",
      "scan_token_expired",
      "scan_token_used",
      "unknown_scan_token",
      "idempotency_key_reused",
      "too_many_approvals",
      "too_many_rejections",
    ],
  }),
  asMerchantOrTillCreating,
  limitedCreation,
  intentBody(ScanPaymentBody),
  idempotency,
  async (c) => {
    const input = { ...c.req.valid("json"), metadataJson: c.get("metadataJson") };
    const scanned = orThrow(
      await scanCustomerCode(c.get("deps"), merchantActor(c), input, c.get("idempotencyKey")),
    );
    return respondCreated(c, scanned);
  },
);
