import {
  beginCounter,
  type CounterChange,
  endCounter,
  findCounter,
  listCounters,
  listCountersPage,
  settleCounter,
  updateCounter,
} from "#core/db/counters/counters.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { CountedPage, ListPosition } from "#core/db/paging.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Counter, CounterRights } from "#core/domain/counters/counter.ts";
import { clientRemoval, newTask } from "#core/domain/identity-provider/provider-task.ts";
import { isErased, isSuspended } from "#core/domain/merchants/merchant.ts";
import { DEFAULT_EVENTS, type EventType } from "#core/domain/payment-intents/events.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited, endpointChanged, recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { attemptTask, orUndo, settled } from "#core/services/identity-provider/provider-tasks.ts";
import type { ClientCredentialPair } from "#core/services/merchants/platform.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { releaseAfterUrlChange } from "#core/services/webhooks/deliveries.ts";
import { allWithHealth, type WithHealth, withHealth } from "#core/services/webhooks/endpoint-health.ts";
import { rotateSecretOf } from "#core/services/webhooks/webhook-settings.ts";
import { issueWebhookSecret } from "#core/webhooks/secret.ts";

export interface NewCounter extends Partial<CounterRights> {
  name: string;
  location: string;
  webhookUrl: string | null;
  webhookEvents: EventType[] | null;
}

/** The two secrets cannot be read again. */
export interface CreatedCounter {
  counter: WithHealth<Counter>;
  clientSecret: string;
  webhookSecret: string;
}

/** The row is inserted first, with a task that deletes it again, and the client, unless the creation is settled. */
export async function createCounter(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  input: NewCounter,
): Promise<Result<CreatedCounter, Refusal>> {
  const id = crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, deps.config.masterKeys);
  const now = deps.clock();
  const counter: Counter = {
    ...{ canRefund: false, readsOwnOnly: false },
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
  const created = await withHealth(deps, merchantId, counter);
  const clientId = counter.idpClientId;
  const task = newTask({ id, kind: "counter", merchantId, subject: clientId }, now);
  if (!(await beginCounter(deps.db, counter, task))) {
    const merchant = await findMerchant(deps.db, merchantId);
    return err(isSuspended(merchant) ? "merchant_suspended" : "too_many_counters");
  }
  return await orUndo(deps, task, async () => {
    const claims = { merchant_id: merchantId, counter_id: id };
    const clientSecret = await deps.identityProvider.createClient({ clientId, claims, roles: [] });
    const details = input.canRefund || input.readsOwnOnly ? rightsText(input) : null;
    const event = { action: "counter.created", merchantId, targetId: id, details } as const;
    await audited(deps, actor, event, (entry) => settled(() => settleCounter(deps.db, counter, entry)));
    return ok({ counter: created, clientSecret, webhookSecret: secret });
  });
}

/** Inactive ones included, newest first; all of them without a position. */
export async function listMerchantCounters(
  deps: Dependencies,
  merchantId: string,
  position: ListPosition | null,
): Promise<CountedPage<WithHealth<Counter>>> {
  if (position === null) {
    const all = await allWithHealth(deps, merchantId, await listCounters(deps.db, merchantId));
    return { rows: all, total: all.length, next: null };
  }
  const { rows, ...page } = await listCountersPage(deps.db, merchantId, position);
  return { ...page, rows: await allWithHealth(deps, merchantId, rows) };
}

export async function findMerchantCounter(
  deps: Dependencies,
  merchantId: string,
  counterId: string,
): Promise<Result<WithHealth<Counter>, Refusal>> {
  const counter = await findCounter(deps.db, merchantId, counterId);
  return counter === null ? err("counter_not_found") : ok(await withHealth(deps, merchantId, counter));
}

/** Changes only the given fields; an inactive counter can still be changed. */
export async function updateMerchantCounter(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  counterId: string,
  change: Omit<CounterChange, "updatedAt" | "status">,
): Promise<Result<WithHealth<Counter>, Refusal>> {
  const updated = { ...change, updatedAt: deps.clock() };
  const about = { merchantId, targetId: counterId };
  const moved = endpointChanged({ ...about, url: change.webhookUrl });
  const details = rightsText(change);
  const changed =
    details === null ? null : ({ action: "counter.rights_changed", ...about, details } as const);
  const counter = await audited(deps, actor, moved, (ofAddress) =>
    audited(deps, actor, changed, (ofRights) =>
      updateCounter(deps.db, merchantId, counterId, updated, [ofAddress, ofRights]),
    ),
  );
  if (counter === null) return err("counter_not_found");
  const isEndpointChanged = change.webhookUrl !== undefined || change.webhookEvents !== undefined;
  if (isEndpointChanged) await releaseAfterUrlChange(deps, merchantId, counter.webhookUrl);
  return ok(await withHealth(deps, merchantId, counter));
}

/** Text for people; null where nothing of it is given. */
function rightsText(rights: Partial<CounterRights>): string | null {
  const given = Object.entries({ can_refund: rights.canRefund, reads_own_only: rights.readsOwnOnly });
  const texts = given.flatMap(([name, isOn]) =>
    isOn === undefined ? [] : [`${name} ${isOn ? "on" : "off"}`],
  );
  return texts.length === 0 ? null : texts.join(", ");
}

/**
 * The row changes first: from then on the counter's outstanding tokens cannot write. Then its client is deleted, by the sweep
 * if the provider does not respond. Safe to repeat.
 */
export async function deactivateCounter(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  counterId: string,
): Promise<Result<Counter, Refusal>> {
  const event = { action: "counter.deactivated", merchantId, targetId: counterId } as const;
  const counter = await audited(deps, actor, event, (entry) =>
    endCounter(deps.db, merchantId, counterId, { now: deps.clock() }, entry),
  );
  if (counter === null) return err("counter_not_found");
  await removeClient(deps, counter);
  return ok(counter);
}

/** An administrator's stop: as deactivation, without the merchant. Safe to repeat. */
export async function revokeMerchantCounter(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  counterId: string,
  reason: string,
): Promise<Result<Counter, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  const event = { action: "counter.revoked", merchantId, targetId: counterId, details: reason } as const;
  const revoked = await audited(deps, actor, event, (entry) =>
    endCounter(deps.db, merchantId, counterId, { revocationReason: reason, now: deps.clock() }, entry),
  );
  const counter = revoked ?? (await findCounter(deps.db, merchantId, counterId));
  if (counter === null) return err("counter_not_found");
  await removeClient(deps, counter);
  return ok(counter);
}

async function removeClient(deps: Dependencies, { idpClientId, merchantId }: Counter): Promise<void> {
  await attemptTask(deps, clientRemoval(idpClientId, merchantId, deps.clock()));
}

/** For a counter with software of its own. The old client secret stops working at once; tills do not use it. */
export async function createCounterCredentials(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  counterId: string,
): Promise<Result<ClientCredentialPair, Refusal>> {
  const counter = await findCounter(deps.db, merchantId, counterId);
  if (counter === null) return err("counter_not_found");
  if (counter.status !== "active") return err("counter_not_active");
  const clientId = counter.idpClientId;
  const clientSecret = await deps.identityProvider.rotateClientSecret(clientId);
  await recordAudit(deps, actor, { action: "credentials.rotated", merchantId, targetId: clientId });
  return ok({ clientId, clientSecret });
}

/** The old secret stops signing at once, unless a grace period lets both sign. */
export async function rotateCounterSecret(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  counterId: string,
  gracePeriodSeconds: number,
): Promise<Result<string, Refusal>> {
  const owner = { merchantId, targetId: counterId };
  const secret = await rotateSecretOf(deps, actor, owner, gracePeriodSeconds, {
    find: () => findCounter(deps.db, merchantId, counterId),
    update: (change, entry, before) => updateCounter(deps.db, merchantId, counterId, change, [entry], before),
  });
  return secret === null ? err("counter_not_found") : ok(secret);
}
