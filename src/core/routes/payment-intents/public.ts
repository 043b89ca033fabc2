// Public routes: they need no token and show nothing private to a merchant.
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { describe, withMetadata } from "#core/http/describe.ts";
import { isDeepPage, limitLongRead, requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { addressKeyOf, pathId, publicActor } from "#core/http/request.ts";
import { needsCode, respond, respondWithPublicView } from "#core/http/response.ts";
import { query } from "#core/http/validate.ts";
import { qrPayload } from "#core/qr/payload.ts";
import { qrPng } from "#core/qr/png.ts";
import { qrSvg } from "#core/qr/svg.ts";
import { listPublicMerchants } from "#core/services/merchants/platform.ts";
import { findPayable, type PublicIntent } from "#core/services/payment-intents/payability.ts";
import { findPublicIntent, watchPublicIntent } from "#core/services/payment-intents/public-payment-intent.ts";
import { presentPublicMerchant } from "#core/wire/merchants/present-merchant.ts";
import { QrQuery } from "#core/wire/payment-intents/requests.ts";
import { parseId } from "#core/wire/shared/fields.ts";
import { PositionQuery, presentPaging } from "#core/wire/shared/paging.ts";

/** An intent's code never changes. Once the intent is closed, these routes no longer return it. */
const CACHED_FOR_A_YEAR = "public, max-age=31536000, immutable";

/** All reads of one intent count together, in whatever case its id is written. */
export const limited = withMetadata(
  { access: "anyone", isRateLimited: true },
  createMiddleware<AppEnv>(async (c, next) => {
    const subject = parseId(c.req.param("intentID") ?? "") ?? "none";
    await requireWithinLimit(c, "public_reads", `${addressKeyOf(c)} ${subject}`);
    await next();
  }),
);

export const publicReads = new Hono<AppEnv>()
  .get(
    "/payment-intents/:intentID",
    describe("Public", {
      id: "getPublicPaymentIntent",
      responds: { 200: "PublicPaymentIntentResponse", 304: null },
    }),
    limited,
    async (c) => {
      return respondWithPublicView(c, await readIntent(c, needsCode(c)));
    },
  )
  .get(
    "/payment-intents/:intentID/live",
    describe("Public", {
      id: "watchPublicPaymentIntent",
      responds: { 101: null, 200: "PublicPaymentIntentResponse" },
      refusals: ["upgrade_required", "too_many_watchers"],
    }),
    limited,
    async (c) => {
      const intentId = pathId(c, "intentID");
      if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw refusalError("upgrade_required");
      return orThrow(await watchPublicIntent(c.get("deps"), publicActor(c), intentId));
    },
  )
  .get(
    "/payment-intents/:intentID/qr.svg",
    describe("Public", {
      id: "drawQrCodeSvg",
      failure: "Failed to draw QR code",
      responds: { 200: "image/svg+xml" },
      refusals: ["no_qr_code"],
    }),
    limited,
    async (c) => {
      const payload = await payloadOf(c);
      const headers = { "Content-Type": "image/svg+xml", "Cache-Control": CACHED_FOR_A_YEAR };
      return c.body(qrSvg(payload), 200, headers);
    },
  )
  .get(
    "/payment-intents/:intentID/qr.png",
    describe("Public", {
      id: "drawQrCodePng",
      failure: "Failed to draw QR code",
      responds: { 200: "image/png" },
      refusals: ["no_qr_code"],
    }),
    limited,
    query(QrQuery),
    async (c) => {
      const payload = await payloadOf(c);
      const png = qrPng(payload, { minWidth: c.req.valid("query").size });
      const headers = { "Content-Type": "image/png", "Cache-Control": CACHED_FOR_A_YEAR };
      return c.body(new Uint8Array(png), 200, headers);
    },
  )
  .get(
    "/merchants",
    describe("Public", {
      id: "listPublicMerchants",
      responds: { 200: "PublicMerchantsResponse" },
    }),
    limited,
    query(PositionQuery),
    async (c) => {
      const position = c.req.valid("query");
      await limitLongRead(c, isDeepPage(position), addressKeyOf(c));
      const found = await listPublicMerchants(c.get("deps"), position);
      const { publicUrl } = c.get("deps").config;
      const merchants = found.rows.map((row) => presentPublicMerchant(row, publicUrl));
      return respond<"PublicMerchantsResponse">(c, { merchants, ...presentPaging(position, found) });
    },
  );

export async function readIntent(c: Context<AppEnv>, isDrawn = false): Promise<PublicIntent> {
  const deps = c.get("deps");
  const find = (id: string) => findPayable(deps, id, isDrawn);
  return orThrow(await findPublicIntent(deps, publicActor(c), pathId(c, "intentID"), find));
}

async function payloadOf(c: Context<AppEnv>): Promise<string> {
  const { intent, shop } = await readIntent(c);
  if (intent.status !== "pending" || !shop.isPayable) throw refusalError("no_qr_code");
  return qrPayload(intent);
}
