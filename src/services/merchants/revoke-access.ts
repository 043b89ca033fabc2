// After a secret or an account was in the wrong hands: what was made with it since, and the end of exactly what an
// administrator chooses of that.
import { findCounter } from "../../db/counters/counters.ts";
import { type MadeSince, readMadeSince } from "../../db/merchants/made-since.ts";
import { listRoles } from "../../db/merchants/merchant-users.ts";
import { findMerchant } from "../../db/merchants/merchants.ts";
import type { Cause } from "../../domain/cause.ts";
import { isErased } from "../../domain/merchant.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import type { Session } from "../../domain/session.ts";
import { sixAtATime } from "../../lib/six-at-a-time.ts";
import { recordAudit } from "../audit/audit-trail.ts";
import { revokeMerchantCounter, updateMerchantCounter } from "../counters/counters.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";
import { updateWebhookSettings } from "../webhooks/webhook-settings.ts";
import { setAccessOfUser } from "./user-access.ts";

/** The most of each kind. What has ended is not listed, so that the next list begins with what is left. */
const LISTED_MAX = 1_000;

export async function listMadeSince(
  { places: { home }, sessions, clock }: Dependencies,
  merchantId: string,
  since: number,
): Promise<Result<MadeSince & { tills: Session[] }, Refusal>> {
  if ((await findMerchant(home, merchantId)) === null) return err("merchant_not_found");
  const [made, tills] = await Promise.all([
    readMadeSince(home, merchantId, since, LISTED_MAX),
    sessions.listTillsSince(merchantId, since, clock(), LISTED_MAX),
  ]);
  return ok({ ...made, tills });
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
  cause: Cause,
  merchantId: string,
  { reason, ...chosen }: ChosenAccess & { reason: string },
): Promise<Result<string[], Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  const missing: string[] = [];
  const each = async (ids: readonly string[], end: (id: string) => Promise<boolean>) => {
    const ended = new Set<string>();
    await sixAtATime(ids, async (id) => {
      if (await end(id)) ended.add(id);
    });
    missing.push(...ids.filter((id) => !ended.has(id)));
  };

  const users = new Set((await listRoles(deps.db, merchantId)).map(({ subject }) => subject));
  await each(chosen.users, async (userId) => {
    if (!users.has(userId)) return false;
    await setAccessOfUser(deps, cause, { merchantId, userId, reason });
    return true;
  });
  await each(
    chosen.counters,
    async (id) => (await revokeMerchantCounter(deps, cause, merchantId, id, reason)).ok,
  );
  await each(chosen.tills, async (targetId) => {
    if (!(await deps.sessions.endTill(merchantId, null, targetId))) return false;
    await recordAudit(deps, cause, { action: "till.revoked", merchantId, targetId, details: reason });
    return true;
  });
  await each(chosen.webhookAddresses, async (id) => {
    const endpoint = id === merchantId ? merchant : await findCounter(deps.db, merchantId, id);
    if (endpoint === null) return false;
    if (endpoint.webhookUrl === null) return true;
    const removed = { webhookUrl: null };
    return id === merchantId
      ? (await updateWebhookSettings(deps, cause, merchantId, removed)).ok
      : (await updateMerchantCounter(deps, cause, merchantId, id, removed)).ok;
  });
  return ok(missing);
}
