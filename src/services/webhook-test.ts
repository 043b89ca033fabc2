// One ping, now, to see what the endpoint makes of it. It touches no delivery and no health counter.
import { findCounter } from "../db/counters.ts";
import { findMerchant } from "../db/merchants.ts";
import { err, ok, type Result } from "../domain/result.ts";
import type { SealedSecrets } from "../domain/webhook-secrets.ts";
import { type AttemptOutcome, notAttempted, postWebhook, webhookHeaders } from "../webhooks/attempt.ts";
import { openSecrets } from "../webhooks/secret.ts";
import { sendingFault } from "../webhooks/sendable.ts";
import { type SignedHeaders, signWebhook } from "../webhooks/sign.ts";
import { isoTime } from "../wire/time.ts";
import type { Services } from "./context.ts";
import type { Refusal } from "./refusal.ts";

export interface WebhookTest {
  url: string;
  outcome: AttemptOutcome;
  /** The very text that was signed. */
  signedContent: string;
  headers: Record<string, string>;
  body: string;
}

export async function testMerchantWebhook(
  services: Services,
  merchantId: string,
): Promise<Result<WebhookTest, Refusal>> {
  const merchant = await findMerchant(services.db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  return await testAddress(services, merchantId, merchant.webhookUrl, merchant);
}

export async function testCounterWebhook(
  services: Services,
  merchantId: string,
  counterId: string,
): Promise<Result<WebhookTest, Refusal>> {
  const counter = await findCounter(services.db, merchantId, counterId);
  if (counter === null) return err("counter_not_found");
  return await testAddress(services, counterId, counter.webhookUrl, counter);
}

async function testAddress(
  services: Services,
  ownerId: string,
  url: string | null,
  sealed: SealedSecrets,
): Promise<Result<WebhookTest, Refusal>> {
  if (url === null) return err("no_webhook_url");
  const now = services.clock();
  const id = crypto.randomUUID();
  const data = { message: "A test of this endpoint. Nothing was paid." };
  const body = JSON.stringify({ type: "ping", timestamp: isoTime(now), data });
  const secrets = await openSecrets(ownerId, sealed, now, services.config.masterKeys);
  const signature = await signWebhook(secrets, id, now, body);
  return ok({
    url,
    outcome: await ping(services, url, body, signature),
    signedContent: `${id}.${signature["webhook-timestamp"]}.${body}`,
    headers: webhookHeaders(signature),
    body,
  });
}

async function ping(
  { config, clock }: Services,
  url: string,
  body: string,
  signature: SignedHeaders,
): Promise<AttemptOutcome> {
  const fault = await sendingFault(url, config.webhooks);
  return fault === null
    ? await postWebhook({ url, body }, signature, clock)
    : notAttempted(fault.text, { saysOfAddress: fault.saysOfAddress });
}
