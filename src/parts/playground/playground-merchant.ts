// A merchant with everything that the sandbox's playground needs: its counter, and its inbox for webhooks.

import type { Actor } from "#core/domain/audit/actor.ts";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { ok, type Result } from "#core/domain/result.ts";
import { createCounter } from "#core/services/counters/counters.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { type Registration, registerMerchant } from "#core/services/merchants/merchants.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { rotateWebhookSecret, updateWebhookSettings } from "#core/services/webhooks/webhook-settings.ts";

const BUSINESS_NAME = "Bean & Leaf";

export interface PlaygroundMerchant {
  businessName: string;
  registration: Registration;
  counterId: string;
  webhookSecret: string;
}

export async function openPlaygroundMerchant(
  deps: Dependencies,
  actor: Actor,
): Promise<Result<PlaygroundMerchant, Refusal>> {
  const businessName = BUSINESS_NAME;
  // Its owner reads it, so it is no whole UUID.
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@sandbox.example`;
  const registered = await registerMerchant(deps, actor, { email, businessName });
  if (!registered.ok) return registered;
  const { merchantId } = registered.value;
  const webhook = { webhookUrl: deps.config.webhooks.inboxUrl, webhookEvents: [...EVENT_TYPES] };
  const updated = await updateWebhookSettings(deps, actor, merchantId, webhook);
  if (!updated.ok) return updated;
  const secret = await rotateWebhookSecret(deps, actor, merchantId, 0);
  if (!secret.ok) return secret;
  const till = { name: "Till 1", location: "", webhookUrl: null, webhookEvents: null };
  const counter = await createCounter(deps, actor, merchantId, till);
  if (!counter.ok) return counter;
  const counterId = counter.value.counter.id;
  return ok({ businessName, registration: registered.value, counterId, webhookSecret: secret.value });
}
