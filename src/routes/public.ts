import { Hono } from "hono";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { failsWith } from "../http/failure.ts";
import { intentIdOf } from "../http/intent-id.ts";
import { presentPublicView } from "../http/present-intent.ts";
import { refused } from "../http/refusals.ts";
import { PageQuery } from "../http/schemas/fields.ts";
import { validate } from "../http/validate.ts";
import { findPublicIntent } from "../services/payment-intents.ts";
import { listPlatformMerchants } from "../services/platform.ts";

/** For anyone: no token, and nothing of a merchant's own. */
export const publicReads = new Hono<AppEnv>()
  .get("/payment-intents/:intentID", failsWith("Failed to read payment intent"), async (c) => {
    const intent = await findPublicIntent(c.var.services, intentIdOf(c));
    if (intent === null) throw refused("not_found");
    return answer(c, { success: true, payment_intent: await presentPublicView(intent) });
  })
  .get("/merchants", failsWith("Failed to list merchants"), validate("query", PageQuery), async (c) => {
    const { page, limit } = c.req.valid("query");
    const found = await listPlatformMerchants(c.var.services, { status: "active", page, limit });
    const merchants = found.merchants.map(({ id, businessName }) => ({ id, business_name: businessName }));
    const paging = { page, limit, total: found.total, total_pages: Math.ceil(found.total / limit) };
    return answer(c, { success: true, merchants, ...paging });
  });
