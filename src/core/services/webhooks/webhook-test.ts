// Sends one ping and returns the endpoint's response. A success ends the endpoint's failure; nothing else is affected.

import type { Shard } from "#core/db/client.ts";
import { findCounter } from "#core/db/counters/counters.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import {
  type AttemptOutcome,
  isSuccess,
  originOf,
  type WebhookEndpoint,
  type WebhookTest,
} from "#core/domain/webhooks/delivery.ts";
import type { SealedSecrets } from "#core/domain/webhooks/webhook-secrets.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { readEach } from "#core/shards/shards.ts";
import { outcomeWithoutResponse, postWebhook, webhookHeaders } from "#core/webhooks/attempt.ts";
import { recoverTested } from "#core/webhooks/circuit.ts";
import { openSecrets } from "#core/webhooks/secret.ts";
import { sendingFault } from "#core/webhooks/sendable.ts";
import { type SignedHeaders, signWebhook } from "#core/webhooks/sign.ts";

export async function testMerchantWebhook(
  deps: Dependencies,
  merchantId: string,
): Promise<Result<WebhookTest, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  return await testEndpoint(deps, { merchantId, ownerId: merchantId }, merchant.webhookUrl, merchant);
}

export async function testCounterWebhook(
  deps: Dependencies,
  merchantId: string,
  counterId: string,
): Promise<Result<WebhookTest, Refusal>> {
  const counter = await findCounter(deps.db, merchantId, counterId);
  if (counter === null) return err("counter_not_found");
  return await testEndpoint(deps, { merchantId, ownerId: counterId }, counter.webhookUrl, counter);
}

async function testEndpoint(
  deps: Dependencies,
  { merchantId, ownerId }: { merchantId: string; ownerId: string },
  url: string | null,
  sealed: SealedSecrets,
): Promise<Result<WebhookTest, Refusal>> {
  if (url === null) return err("no_webhook_url");
  const now = deps.clock();
  const id = crypto.randomUUID();
  const data = { message: "A test of this endpoint. Nothing was paid." };
  const { environment } = deps.config;
  const body = JSON.stringify({ type: "ping", timestamp: isoTime(now), environment, data });
  const secrets = await openSecrets(ownerId, sealed, now, deps.config.masterKeys);
  const signature = await signWebhook(secrets, id, now, body);
  const outcome = await ping(deps, merchantId, { url, body }, signature);
  if (isSuccess(outcome.status)) await recover(deps, { merchantId, origin: originOf(url) });
  return ok({
    url,
    outcome,
    signedContent: `${id}.${signature["webhook-timestamp"]}.${body}`,
    headers: webhookHeaders(signature),
    body,
  });
}

/** Recovers it in each shard that has deliveries: there the endpoint is healthy or not for itself. */
async function recover({ shards, queues, clock }: Dependencies, endpoint: WebhookEndpoint): Promise<void> {
  const recovering = (db: Shard) => recoverTested({ db, queue: queues.webhookRetries, clock }, endpoint);
  await readEach(shards.ofMerchant(endpoint.merchantId), recovering);
}

async function ping(
  { config, clock, webhookFetch }: Dependencies,
  merchantId: string,
  webhook: { url: string; body: string },
  signature: SignedHeaders,
): Promise<AttemptOutcome> {
  const fault = await sendingFault(webhook.url, config.webhooks);
  return fault === null
    ? await postWebhook(webhookFetch(merchantId), webhook, signature, clock)
    : outcomeWithoutResponse(fault.text, { countsAgainstEndpoint: fault.countsAgainstEndpoint });
}
