import {
  type CounterChange,
  deleteCounter,
  findCounter,
  insertCounter,
  listCounters,
  replaceCounterSecret,
  updateCounter,
} from "../db/counters.ts";
import type { Counter } from "../domain/counter.ts";
import { DEFAULT_EVENTS, type EventType } from "../domain/events.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../log.ts";
import { issueWebhookSecret, rotateSecret } from "../webhooks/secret.ts";
import type { Services } from "./context.ts";
import { releaseMovedDeliveries } from "./deliveries.ts";
import type { Refusal } from "./refusal.ts";

export interface NewCounter {
  name: string;
  location: string;
  webhookUrl: string | null;
  webhookEvents: EventType[] | null;
}

/** The two secrets are in this answer and nowhere else. */
export interface CreatedCounter {
  counter: Counter;
  clientSecret: string;
  webhookSecret: string;
}

/** The row comes first, so that no client ever exists without one. If the provider fails, the row goes again. */
export async function createCounter(
  services: Services,
  merchantId: string,
  input: NewCounter,
): Promise<CreatedCounter> {
  const id = crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, services.config.masterKeys);
  const now = services.clock();
  const counter: Counter = {
    ...input,
    id,
    merchantId,
    status: "active",
    idpClientId: `counter-${id}`,
    webhookEvents: input.webhookEvents ?? [...DEFAULT_EVENTS],
    webhookSecret: sealed,
    previousWebhookSecret: null,
    previousSecretExpiresAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertCounter(services.db, counter);
  return { counter, clientSecret: await provisionClient(services, counter), webhookSecret: secret };
}

async function provisionClient(services: Services, counter: Counter): Promise<string> {
  try {
    return await services.identityProvider.createClient({
      clientId: counter.idpClientId,
      claims: { merchant_id: counter.merchantId, counter_id: counter.id },
      roles: [],
    });
  } catch (error) {
    await deleteCounter(services.db, counter.merchantId, counter.id);
    await services.identityProvider.deleteClient(counter.idpClientId).catch((cause: unknown) => {
      log("warn", "orphaned_client", { client_id: counter.idpClientId, error: cause });
    });
    throw error;
  }
}

export async function listMerchantCounters(services: Services, merchantId: string): Promise<Counter[]> {
  return await listCounters(services.db, merchantId);
}

export async function findMerchantCounter(
  services: Services,
  merchantId: string,
  counterId: string,
): Promise<Result<Counter, Refusal>> {
  return known(await findCounter(services.db, merchantId, counterId));
}

/** Changes what is named and leaves the rest; an inactive counter can still be changed. */
export async function updateMerchantCounter(
  services: Services,
  merchantId: string,
  counterId: string,
  change: Omit<CounterChange, "updatedAt">,
): Promise<Result<Counter, Refusal>> {
  const updatedAt = services.clock();
  const counter = known(await updateCounter(services.db, merchantId, counterId, { ...change, updatedAt }));
  const isReaddressed = change.webhookUrl !== undefined || change.webhookEvents !== undefined;
  if (counter.ok && isReaddressed) await releaseMovedDeliveries(services, merchantId);
  return counter;
}

/**
 * The row first: from then on the counter's outstanding tokens can write nothing. Then its client is deleted.
 * Safe to repeat, which is what to do when the provider did not answer.
 */
export async function deactivateCounter(
  services: Services,
  merchantId: string,
  counterId: string,
): Promise<Result<Counter, Refusal>> {
  const counter = await updateMerchantCounter(services, merchantId, counterId, { status: "inactive" });
  if (counter.ok) await services.identityProvider.deleteClient(counter.value.idpClientId);
  return counter;
}

/** The old secret is dead at once, unless a grace period lets both sign. */
export async function rotateCounterSecret(
  services: Services,
  merchantId: string,
  counterId: string,
  gracePeriodSeconds: number,
): Promise<Result<string, Refusal>> {
  for (;;) {
    const counter = await findMerchantCounter(services, merchantId, counterId);
    if (!counter.ok) return counter;
    const now = services.clock();
    const options = { gracePeriodSeconds, now, masterKeys: services.config.masterKeys };
    const { secret, change } = await rotateSecret(counterId, counter.value, options);
    const isRotated = await replaceCounterSecret(services.db, counter.value, { ...change, updatedAt: now });
    // Otherwise somebody else has rotated it meanwhile: theirs is the secret before this one.
    if (isRotated) return ok(secret);
  }
}

function known(counter: Counter | null): Result<Counter, Refusal> {
  return counter === null ? err("counter_not_found") : ok(counter);
}
