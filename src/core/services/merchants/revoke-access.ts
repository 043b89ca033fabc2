// After a secret or an account was in the wrong hands: what was made with it since, and the end of exactly what an
// administrator chooses of that.
import { findCounter } from "#core/db/counters/counters.ts";
import { type AccessGrantedSince, readAccessGrantedSince } from "#core/db/merchants/access-granted-since.ts";
import { listRoles } from "#core/db/merchants/merchant-users.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Page } from "#core/db/paging.ts";
import { listIntents, UNFILTERED } from "#core/db/payment-intents/intent-list.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { isErased } from "#core/domain/merchants/merchant.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { Session } from "#core/domain/sessions/session.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import { recordAudit } from "#core/services/audit/audit-trail.ts";
import { revokeMerchantCounter, updateMerchantCounter } from "#core/services/counters/counters.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { updateWebhookSettings } from "#core/services/webhooks/webhook-settings.ts";
import { setAccessOfUser } from "./user-access.ts";

/** The most of each kind. What has ended is not listed, so that the next list begins with what is left. */
const LISTED_MAX = 1_000;

export type AllAccessGrantedSince = AccessGrantedSince & {
  tills: Session[];
  paymentIntents: PaymentIntent[];
};

export async function listAccessGrantedSince(
  deps: Dependencies,
  merchantId: string,
  since: number,
): Promise<Result<AllAccessGrantedSince, Refusal>> {
  const { home } = deps.shards;
  if ((await findMerchant(home, merchantId)) === null) return err("merchant_not_found");
  const [made, tills, paymentIntents] = await Promise.all([
    readAccessGrantedSince(home, merchantId, since, LISTED_MAX),
    deps.sessions.listTillsSince(merchantId, since, deps.clock(), LISTED_MAX),
    listMadeByClients(deps, merchantId, since),
  ]);
  return ok({ ...made, tills, paymentIntents });
}

/** Lists the newest first. A user's, also at a till, are not among them. */
async function listMadeByClients(
  deps: Dependencies,
  merchantId: string,
  since: number,
): Promise<PaymentIntent[]> {
  const shards = deps.shards.ofMerchant(merchantId);
  const filter = { ...UNFILTERED, createdFrom: since };
  const made: PaymentIntent[] = [];
  let cursor: Cursor | null = null;
  do {
    const position = { page: 1, limit: LISTED_MAX, cursor };
    const found: Page<PaymentIntent> | null = await listIntents(
      shards,
      merchantId,
      filter,
      position,
      deps.clock(),
    );
    made.push(...(found?.rows ?? []).filter(({ createdBy }) => createdBy === null));
    cursor = found?.next ?? null;
  } while (cursor !== null && made.length < LISTED_MAX);
  return made.slice(0, LISTED_MAX);
}

/** Ids. That of a webhook address is its merchant's or its counter's. */
export interface ChosenAccess {
  users: readonly string[];
  counters: readonly string[];
  tills: readonly string[];
  webhookAddresses: readonly string[];
}

/** Returns the ids that are none of the merchant's, or not any more. Safe to repeat. */
export async function revokeAccess(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  { reason, ...chosen }: ChosenAccess & { reason: string },
): Promise<Result<string[], Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  const missing: string[] = [];
  const each = async (ids: readonly string[], end: (id: string) => Promise<boolean>) => {
    const ended = new Set<string>();
    await forEachLimited(ids, async (id) => {
      if (await end(id)) ended.add(id);
    });
    missing.push(...ids.filter((id) => !ended.has(id)));
  };

  const users = new Set((await listRoles(deps.db, merchantId)).map(({ subject }) => subject));
  await each(chosen.users, async (userId) => {
    if (!users.has(userId)) return false;
    await setAccessOfUser(deps, actor, { merchantId, userId, reason });
    return true;
  });
  await each(
    chosen.counters,
    async (id) => (await revokeMerchantCounter(deps, actor, merchantId, id, reason)).ok,
  );
  await each(chosen.tills, async (targetId) => {
    if ((await deps.sessions.endTill(merchantId, null, targetId)) === null) return false;
    await recordAudit(deps, actor, { action: "till.revoked", merchantId, targetId, details: reason });
    return true;
  });
  await each(chosen.webhookAddresses, async (id) => {
    const endpoint = id === merchantId ? merchant : await findCounter(deps.db, merchantId, id);
    if (endpoint === null) return false;
    if (endpoint.webhookUrl === null) return true;
    const removed = { webhookUrl: null };
    return id === merchantId
      ? (await updateWebhookSettings(deps, actor, merchantId, removed)).ok
      : (await updateMerchantCounter(deps, actor, merchantId, id, removed)).ok;
  });
  return ok(missing);
}
