import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { AppEnv } from "../http/app-env.ts";
import { failsWith } from "../http/failure.ts";
import { requireWithinLimit } from "../http/rate-limit.ts";
import { refused } from "../http/refusals.ts";
import { addressOf, intentIdOf } from "../http/request.ts";
import { respond, respondWithIntent } from "../http/response.ts";
import { validate } from "../http/validate.ts";
import { qrPayload } from "../qr/payload.ts";
import { qrPng } from "../qr/png.ts";
import { qrSvg } from "../qr/svg.ts";
import { listPublicMerchants } from "../services/platform.ts";
import { presentPublicView } from "../wire/present-intent.ts";
import { PageQuery, parseId } from "../wire/requests/fields.ts";
import { QrQuery } from "../wire/requests/qr.ts";

/** An intent's code never changes; once the intent is closed no new copy is handed out. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Every read of an intent counts together, however its id is written. */
const limited = createMiddleware<AppEnv>(async (c, next) => {
  const subject = parseId(c.req.param("intentID") ?? "") ?? "none";
  await requireWithinLimit(c, "public_reads", `${addressOf(c)} ${subject}`);
  await next();
});

/** For anyone: no token, and nothing of a merchant's own. */
export const publicReads = new Hono<AppEnv>()
  .get("/payment-intents/:intentID", failsWith("Failed to read payment intent"), limited, async (c) => {
    const intent = await c.var.deps.intents.find(intentIdOf(c));
    if (intent === null) throw refused("not_found");
    return respondWithIntent(c, intent, presentPublicView);
  })
  .get("/payment-intents/:intentID/qr.svg", failsWith("Failed to draw QR code"), limited, async (c) => {
    const payload = payloadOf(await c.var.deps.intents.find(intentIdOf(c)));
    return c.body(qrSvg(payload), 200, { "Content-Type": "image/svg+xml", "Cache-Control": FOR_EVER });
  })
  .get(
    "/payment-intents/:intentID/qr.png",
    failsWith("Failed to draw QR code"),
    limited,
    validate("query", QrQuery),
    async (c) => {
      const payload = payloadOf(await c.var.deps.intents.find(intentIdOf(c)));
      const png = await qrPng(payload, { minWidth: c.req.valid("query").size });
      return c.body(new Uint8Array(png), 200, { "Content-Type": "image/png", "Cache-Control": FOR_EVER });
    },
  )
  .get(
    "/merchants",
    failsWith("Failed to list merchants"),
    limited,
    validate("query", PageQuery),
    async (c) => {
      const { page, limit } = c.req.valid("query");
      const found = await listPublicMerchants(c.var.deps, { page, limit });
      const merchants = found.merchants.map(({ id, businessName }) => ({ id, business_name: businessName }));
      const paging = { page, limit, total: found.total, total_pages: found.totalPages };
      return respond(c, { success: true, merchants, ...paging });
    },
  );

function payloadOf(intent: PaymentIntent | null): string {
  if (intent === null) throw refused("not_found");
  if (intent.status !== "pending") throw refused("no_qr_code");
  return qrPayload(intent);
}
