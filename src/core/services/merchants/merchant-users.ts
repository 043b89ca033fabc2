// A merchant's dashboard users: who they are is with the identity provider, what they may do is in D1.
import { listDisabledUserIds } from "#core/db/merchants/disabled-users.ts";
import { beginInvitation } from "#core/db/merchants/invitations.ts";
import {
  addUser,
  changeRole,
  endMerchantUser,
  insertInvitedUser,
  listRoles,
  readUserTraces,
  settleInvitation,
} from "#core/db/merchants/merchant-users.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { isAbandoned } from "#core/domain/identity-provider/abandoned-user.ts";
import { newTask, type ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import { SETUP_LINK_HOURS } from "#core/domain/identity-provider/realm.ts";
import { isErased } from "#core/domain/merchants/merchant.ts";
import {
  MERCHANT_USERS_MAX,
  type MerchantRole,
  type MerchantUser,
  ROLE_WITHOUT_ROW,
} from "#core/domain/merchants/merchant-user.ts";
import type { NewUser } from "#core/domain/ports/identity-provider.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { keyedHash } from "#core/lib/keyed-hash.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { decideOnNobodys } from "#core/services/identity-provider/existing-users.ts";
import { attemptTask, orUndo, settled, undone } from "#core/services/identity-provider/provider-tasks.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { dashboardUser } from "./merchants.ts";
import { findShopLanguage } from "./receipts.ts";

export async function listMerchantUsers(deps: Dependencies, merchantId: string): Promise<MerchantUser[]> {
  const [accounts, rows, disabled] = await Promise.all([
    deps.identityProvider.listUsers(merchantId),
    listRoles(deps.db, merchantId),
    listDisabledUserIds(deps.db, merchantId),
  ]);
  const rowOf = new Map(rows.map((row) => [row.subject, row]));
  const users = accounts.map(({ id, email, createdAt, ...account }) => {
    const row = rowOf.get(id);
    const storedUntil = account.mustSetPassword ? row?.invitedUntil : null;
    return {
      ...{ id, email, createdAt, role: row?.role ?? ROLE_WITHOUT_ROW },
      isEnabled: account.isEnabled && !disabled.includes(id),
      invitedUntil: account.invitedUntil ?? storedUntil ?? null,
      endedAt: row?.endedAt ?? null,
    };
  });
  const known = new Set(users.map(({ id }) => id));
  const ended = rows
    .filter(({ subject, endedAt }) => endedAt !== null && !known.has(subject))
    .map(({ subject: id, ...row }) => ({ ...row, id, isEnabled: false, invitedUntil: null }));
  return [...users, ...ended];
}

export interface Invitation {
  user: MerchantUser;
  /** Where the user sets a password; null when the identity provider mails it. */
  setupUrl: string | null;
}

/**
 * An account that exists is never touched, because it may be another merchant's; one that nobody needs makes way. There is one
 * refusal for all emails: why one cannot be invited is nobody's business.
 */
export async function inviteUser(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  { email: given, role }: { email: string; role: MerchantRole },
): Promise<Result<Invitation, Refusal>> {
  const [merchant, language] = await Promise.all([
    findMerchant(deps.db, merchantId),
    findShopLanguage(deps, merchantId),
  ]);
  if (merchant === null) return err("merchant_not_active");
  const accounts = await deps.identityProvider.listUsers(merchantId);
  if (accounts.length >= MERCHANT_USERS_MAX) return err("too_many_users");
  const email = given.toLowerCase();
  const known = accounts.find((account) => account.email.toLowerCase() === email);
  const existing = known && { ...known, merchantIds: [merchantId] };
  if (existing && !isAbandoned(existing, await readUserTraces(deps.db, email, existing)))
    return err("cannot_be_invited");
  const id = crypto.randomUUID();
  const task = newTask({ id, kind: "invitation", merchantId, subject: email }, deps.clock());
  const emailHash = await keyedHash("invited emails", email, deps.config.masterKeys);
  const begun = await beginInvitation(deps.db, task, emailHash);
  if (!begun.ok) return begun;
  const account = { ...dashboardUser(merchantId, { ...merchant, email, language }), isEnabled: false };
  return await orUndo(deps, task, () => makeUser(deps, actor, task, account, role));
}

/** The account is disabled until the role is stored: without a row, an owner would be of the staff. */
async function makeUser(
  deps: Dependencies,
  actor: Actor,
  { id: taskId, merchantId }: ProviderTask,
  account: NewUser,
  role: MerchantRole,
): Promise<Result<Invitation, Refusal>> {
  const { db, identityProvider } = deps;
  const { email } = account;
  const created = await identityProvider.createUser(
    account,
    async (existing) => (await decideOnNobodys(deps, email, existing, taskId)) ?? "keep",
  );
  if (!created.ok) return err("cannot_be_invited");
  const id = created.value;
  const createdAt = deps.clock();
  const invitedUntil = createdAt + SETUP_LINK_HOURS * 3_600_000;
  const user = { merchantId, subject: id, email, role, createdAt, invitedUntil, endedAt: null };
  const event = { action: "user.invited", merchantId, targetId: id, details: role } as const;
  const isInserted = await audited(deps, actor, event, (entry) => insertInvitedUser(db, taskId, user, entry));
  if (!isInserted) throw undone();
  await identityProvider.setUserEnabled(id, true);
  const setupUrl = await identityProvider.createSetupLink(id);
  await settled(() => settleInvitation(db, taskId, user));
  return ok({ user: { id, email, role, isEnabled: true, createdAt, invitedUntil, endedAt: null }, setupUrl });
}

/** Takes effect with the user's next request, for which the user has to sign in again. */
export async function changeUserRole(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  { userId, role }: { userId: string; role: MerchantRole },
): Promise<Result<MerchantUser, Refusal>> {
  const user = await findUser(deps, merchantId, userId);
  if (user === null || user.endedAt !== null) return err("user_not_found");
  if (user.role === role) return ok(user);
  const event = { action: "user.role_changed", merchantId, targetId: userId, details: role } as const;
  const isChanged = await audited(deps, actor, event, (entry) =>
    changeRole(deps.db, { merchantId, subject: userId }, role, entry),
  );
  if (!isChanged) return err("last_owner");
  await deps.sessions.endOfUser(merchantId, userId);
  return ok({ ...user, role });
}

/** An administrator's way back for a merchant whose owners' roles were lost. */
export async function makeOwner(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  userId: string,
): Promise<Result<MerchantUser, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isErased(merchant)) return err("merchant_erased");
  return await changeUserRole(deps, actor, merchantId, { userId, role: "owner" });
}

/** The user's tokens and sessions end at once; the account by the sweep, if the provider does not respond. Safe to repeat. */
export async function removeUser(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  userId: string,
): Promise<Result<MerchantUser, Refusal>> {
  const user = await findUser(deps, merchantId, userId);
  if (user === null) return err("user_not_found");
  const now = deps.clock();
  const removal = newTask({ id: userId, kind: "user_removal", merchantId, subject: userId }, now);
  const ending = { reason: "Removed by the merchant", now, removal };
  const event = { action: "user.removed", merchantId, targetId: userId } as const;
  const isEnded = await audited(deps, actor, event, (entry) =>
    endMerchantUser(deps.db, { merchantId, subject: userId }, ending, entry),
  );
  if (!isEnded) return err("last_owner");
  await deps.sessions.endOfUser(merchantId, userId);
  await attemptTask(deps, removal);
  return ok(user);
}

/** Returns null unless the user is the merchant's. From here on the user has a row. */
async function findUser(
  deps: Dependencies,
  merchantId: string,
  userId: string,
): Promise<MerchantUser | null> {
  const user = (await listMerchantUsers(deps, merchantId)).find(({ id }) => id === userId);
  if (user === undefined) return null;
  const { id: subject, email, role } = user;
  const createdAt = user.createdAt ?? deps.clock();
  await addUser(deps.db, { merchantId, subject, email, role, createdAt });
  return user;
}
