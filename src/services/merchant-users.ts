// A merchant's dashboard users: who they are is with the identity provider, what they may do is in D1.
import { listDisabledUserIds } from "../db/disabled-users.ts";
import {
  addOwners,
  changeRole,
  deleteMerchantUser,
  endMerchantUser,
  insertMerchantUser,
  listRoles,
} from "../db/merchant-users.ts";
import { findMerchant } from "../db/merchants.ts";
import {
  DEFAULT_ROLE,
  MERCHANT_USERS_MAX,
  type MerchantRole,
  type MerchantUser,
} from "../domain/merchant-user.ts";
import type { Cause } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import { audited } from "./audit-trail.ts";
import type { Dependencies } from "./dependencies.ts";
import { dashboardUser } from "./merchants.ts";
import type { Refusal } from "./refusal.ts";

export async function listMerchantUsers(deps: Dependencies, merchantId: string): Promise<MerchantUser[]> {
  const [accounts, rows, disabled] = await Promise.all([
    deps.identityProvider.listUsers(merchantId),
    listRoles(deps.db, merchantId),
    listDisabledUserIds(deps.db, merchantId),
  ]);
  const roles = new Map(rows.map(({ subject, role }) => [subject, role]));
  return accounts.map((account) => ({
    ...account,
    role: roles.get(account.id) ?? DEFAULT_ROLE,
    isEnabled: account.isEnabled && !disabled.includes(account.id),
  }));
}

export interface Invitation {
  user: MerchantUser;
  /** Where the user sets a password; null when the identity provider mails it. */
  setupUrl: string | null;
}

/**
 * The account is disabled until the role is stored: without a row it would be an owner's. An account that exists is never
 * touched, because it may be another merchant's.
 */
export async function inviteUser(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  { email: given, role }: { email: string; role: MerchantRole },
): Promise<Result<Invitation, Refusal>> {
  const { db, identityProvider } = deps;
  const merchant = await findMerchant(db, merchantId);
  if (merchant === null) return err("merchant_not_active");
  const accounts = await identityProvider.listUsers(merchantId);
  if (accounts.length >= MERCHANT_USERS_MAX) return err("too_many_users");
  const email = given.toLowerCase();
  const { businessName } = merchant;
  const id = await identityProvider.addUser(dashboardUser(merchantId, { email, businessName }));
  if (id === null) return err("user_exists");
  const createdAt = deps.clock();
  const row = { merchantId, subject: id, email, role, createdAt };
  try {
    const event = { action: "user.invited", merchantId, targetId: id, details: role } as const;
    await audited(deps, cause, event, (entry) => insertMerchantUser(db, row, entry));
    await identityProvider.setUserEnabled(id, true);
    const setupUrl = await identityProvider.createSetupLink(email);
    return ok({ user: { id, email, role, isEnabled: true, createdAt }, setupUrl });
  } catch (error) {
    await undoInvitation(deps, merchantId, id);
    throw error;
  }
}

/** The role goes only after the account. */
async function undoInvitation(
  { db, identityProvider }: Dependencies,
  merchantId: string,
  subject: string,
): Promise<void> {
  try {
    await identityProvider.removeUser(subject);
    await deleteMerchantUser(db, { merchantId, subject });
  } catch (error) {
    log("warn", "orphaned_user", { merchant_id: merchantId, user_id: subject, error });
  }
}

/** Takes effect with the user's next request, for which the user has to sign in again. */
export async function changeUserRole(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  { userId, role }: { userId: string; role: MerchantRole },
): Promise<Result<MerchantUser, Refusal>> {
  const user = await findUser(deps, merchantId, userId);
  if (user === null) return err("user_not_found");
  if (user.role === role) return ok(user);
  const event = { action: "user.role_changed", merchantId, targetId: userId, details: role } as const;
  const isChanged = await audited(deps, cause, event, (entry) =>
    changeRole(deps.db, { merchantId, subject: userId }, role, entry),
  );
  if (!isChanged) return err("last_owner");
  await deps.sessions.endOfUser(merchantId, userId);
  return ok({ ...user, role });
}

/** The user's tokens and sessions end at once. Safe to repeat, as the caller should when the provider does not respond. */
export async function removeUser(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  userId: string,
): Promise<Result<MerchantUser, Refusal>> {
  const user = await findUser(deps, merchantId, userId);
  if (user === null) return err("user_not_found");
  const ending = { reason: "Removed by the merchant", now: deps.clock() };
  const event = { action: "user.removed", merchantId, targetId: userId } as const;
  const isEnded = await audited(deps, cause, event, (entry) =>
    endMerchantUser(deps.db, { merchantId, subject: userId }, ending, entry),
  );
  if (!isEnded) return err("last_owner");
  await deps.sessions.endOfUser(merchantId, userId);
  await deps.identityProvider.removeUser(userId);
  return ok(user);
}

/** Null unless the user is the merchant's. From here on every owner who can sign in has a row, and so has the user. */
async function findUser(
  deps: Dependencies,
  merchantId: string,
  userId: string,
): Promise<MerchantUser | null> {
  const users = await listMerchantUsers(deps, merchantId);
  const owners = users.filter(
    ({ id, role, isEnabled }) => role === DEFAULT_ROLE && (isEnabled || id === userId),
  );
  const rows = owners.map(({ id, email, createdAt }) => ({
    merchantId,
    subject: id,
    email,
    createdAt: createdAt ?? deps.clock(),
  }));
  await addOwners(deps.db, rows);
  return users.find(({ id }) => id === userId) ?? null;
}
