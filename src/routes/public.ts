import { Hono } from "hono";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { failsWith } from "../http/failure.ts";
import { intentIdOf } from "../http/intent-id.ts";
import { presentPublicView } from "../http/present-intent.ts";
import { refused } from "../http/refusals.ts";
import { findPublicIntent } from "../services/payment-intents.ts";

export const publicReads = new Hono<AppEnv>().get(
  "/payment-intents/:intentID",
  failsWith("Failed to read payment intent"),
  async (c) => {
    const intent = await findPublicIntent(c.var.services, intentIdOf(c));
    if (intent === null) throw refused("not_found");
    return answer(c, { success: true, payment_intent: await presentPublicView(intent) });
  },
);
