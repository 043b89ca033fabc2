import { hasBegun, noteUser } from "#core/db/identity-provider/provider-tasks.ts";
import { isUserDisabled } from "#core/db/merchants/disabled-users.ts";
import { endInvitation, isInvitationOpen } from "#core/db/merchants/invitations.ts";
import { type OwnerRow, replaceOwner } from "#core/db/merchants/merchant-users.ts";
import {
  beginRegistration,
  findMerchant,
  type NewMerchant,
  settleRegistration,
} from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { newTask } from "#core/domain/identity-provider/provider-task.ts";
import { SETUP_LINK_HOURS } from "#core/domain/identity-provider/realm.ts";
import { isSuspended, type Merchant } from "#core/domain/merchants/merchant.ts";
import { DEFAULT_EVENTS } from "#core/domain/payment-intents/events.ts";
import type { ExistingUser, NewUser } from "#core/domain/ports/identity-provider.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { audited, recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { decideOnNobodys } from "#core/services/identity-provider/existing-users.ts";
import { orUndo, settled, undone } from "#core/services/identity-provider/provider-tasks.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { issueWebhookSecret } from "#core/webhooks/secret.ts";
import { findShopLanguage } from "./receipts.ts";

export interface Registration {
  merchantId: string;
  clientId: string;
  clientSecret: string;
  /** Signs the merchant's webhooks. */
  webhookSecret: string;
  /** Where the merchant's first user sets the password; null when the identity provider mails it, or without a user. */
  setupUrl: string | null;
  /** It is false when the link could not be made or mailed: an administrator can repeat that. */
  hasSetupLink: boolean;
}

export interface NewRegistration {
  email: string;
  businessName: string;
  /** Makes it with this id, without a user and in no public list: then nobody need have the email. */
  unlistedId?: string;
}

const NO_LINK = { setupUrl: null, hasSetupLink: true };

/**
 * The row claims the email, and its task undoes everything unless the registration is settled. Until then the merchant is
 * inactive. The link comes last: a mail that is only late must not arrive with a link to nobody.
 */
export async function registerMerchant(
  deps: Dependencies,
  actor: Actor,
  input: NewRegistration,
): Promise<Result<Registration, Refusal>> {
  const { merchant, webhookSecret } = await newMerchant(deps, { ...input, email: input.email.toLowerCase() });
  const { id: merchantId, idpClientId: clientId, email, createdAt } = merchant;
  const task = newTask({ id: merchantId, kind: "registration", merchantId, subject: email }, createdAt);
  if (!(await beginRegistration(deps.db, merchant, task))) {
    return err((await hasBegun(deps.db, "registration", email)) ? "registration_in_progress" : "email_taken");
  }
  const access = await orUndo(deps, task, async () => {
    const provisioned = await provisionAccess(deps, actor, merchant);
    if (provisioned.ok) await settle(deps, actor, merchant, provisioned.value.userId);
    return provisioned;
  });
  if (!access.ok) return access;
  const { clientSecret, userId } = access.value;
  return ok({
    merchantId,
    clientId,
    clientSecret,
    webhookSecret,
    ...(userId === null ? NO_LINK : await makeFirstLink(deps, merchantId, userId)),
  });
}

async function newMerchant(
  { config, clock }: Dependencies,
  { email, businessName, unlistedId }: NewRegistration,
): Promise<{ merchant: NewMerchant; webhookSecret: string }> {
  const id = unlistedId ?? crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, config.masterKeys);
  const now = clock();
  const merchant: NewMerchant = {
    id,
    email,
    businessName,
    status: "inactive",
    isListed: unlistedId === undefined,
    idpClientId: `merchant-${id}`,
    webhookUrl: null,
    webhookEvents: [...DEFAULT_EVENTS],
    webhookSecret: sealed,
    createdAt: now,
    updatedAt: now,
  };
  return { merchant, webhookSecret: secret };
}

async function provisionAccess(
  deps: Dependencies,
  actor: Actor,
  merchant: NewMerchant,
): Promise<Result<{ clientSecret: string; userId: string | null }, Refusal>> {
  const { id: merchantId, idpClientId: clientId } = merchant;
  const claims = { merchant_id: merchantId };
  const clientSecret = await deps.identityProvider.createClient({ clientId, claims, roles: [] });
  if (!merchant.isListed) return ok({ clientSecret, userId: null });
  const user = await createFirstUser(deps, merchant, {
    hasToYield: (existing) => endForeignInvitation(deps, actor, existing),
    noteAdopted: async (userId) => {
      if (!(await noteUser(deps.db, merchantId, userId))) throw undone();
    },
  });
  if (user.ok) return ok({ clientSecret, userId: user.value });
  return err(user.error === "user_exists" ? "email_taken" : user.error);
}

/**
 * Anyone can be invited, also by someone who wants to keep them from being registered. So a user who was invited and has
 * nothing to sign in with makes way for a registration. Returns whether the user does: then the account is to be removed.
 */
async function endForeignInvitation(
  deps: Dependencies,
  actor: Actor,
  { id: subject, merchantIds }: ExistingUser,
): Promise<boolean> {
  const [merchantId, ...others] = merchantIds;
  if (merchantId === undefined || others.length > 0) return false;
  if (!(await isInvitationOpen(deps.db, { merchantId, subject }))) return false;
  if (await deps.identityProvider.hasCredentials(subject)) return false;
  const now = deps.clock();
  const removal = newTask({ id: subject, kind: "user_removal", merchantId, subject }, now);
  const event = { action: "user.invitation_ended", merchantId, targetId: subject } as const;
  return await audited(deps, actor, event, (entry) =>
    endInvitation(deps.db, { merchantId, subject }, { now, removal }, entry),
  );
}

async function settle(
  deps: Dependencies,
  actor: Actor,
  merchant: NewMerchant,
  userId: string | null,
): Promise<void> {
  const status = deps.config.environment === "sandbox" ? "active" : "inactive";
  const owner = userId === null ? null : ownerRow(deps, merchant, userId);
  const registration = { merchantId: merchant.id, owner, status } as const;
  const event = { action: "merchant.registered", merchantId: merchant.id } as const;
  await audited(deps, actor, event, (entry) =>
    settled(() => settleRegistration(deps.db, registration, entry)),
  );
}

/** The database has to know the merchant's first user as well. */
function ownerRow(
  { clock }: Dependencies,
  { id: merchantId, email }: Pick<Merchant, "id" | "email">,
  subject: string,
): OwnerRow {
  const createdAt = clock();
  return { merchantId, subject, email, createdAt, invitedUntil: createdAt + SETUP_LINK_HOURS * 3_600_000 };
}

async function makeFirstLink(
  { identityProvider }: Dependencies,
  merchantId: string,
  userId: string,
): Promise<Pick<Registration, "setupUrl" | "hasSetupLink">> {
  try {
    return { setupUrl: await identityProvider.createSetupLink(userId), hasSetupLink: true };
  } catch (error) {
    log("error", "setup_link_failed", { merchant_id: merchantId, error });
    return { setupUrl: null, hasSetupLink: false };
  }
}

/** A new link for the merchant's user, which replaces the previous one. Creates the user if it is missing. */
export async function createSetupLink(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
): Promise<Result<{ setupUrl: string | null }, Refusal>> {
  const [merchant, language] = await Promise.all([
    findMerchant(deps.db, merchantId),
    findShopLanguage(deps, merchantId),
  ]);
  if (merchant === null) return err("merchant_not_found");
  if (isSuspended(merchant)) return err("merchant_suspended");
  const user = await createFirstUser(deps, { ...merchant, language });
  if (!user.ok) return user;
  await replaceOwner(deps.db, ownerRow(deps, merchant, user.value));
  const setupUrl = await deps.identityProvider.createSetupLink(user.value);
  await recordAudit(deps, actor, { action: "setup_link.created", merchantId });
  return ok({ setupUrl });
}

/**
 * Returns the id of the user with the merchant's email: a new one, or one that belongs to no other merchant of the service. One
 * that is left of what is being undone makes way, and so do one whose email is not verified and one that `hasToYield`.
 */
async function createFirstUser(
  deps: Dependencies,
  merchant: { id: string; email: string; businessName: string; language?: string | null },
  {
    hasToYield = async () => false,
    noteAdopted = async () => {},
  }: {
    hasToYield?: (existing: ExistingUser) => Promise<boolean>;
    noteAdopted?: (userId: string) => Promise<void>;
  } = {},
): Promise<Result<string, "user_exists" | "user_not_enabled" | "email_refused">> {
  const { db, identityProvider } = deps;
  const { id: merchantId, email } = merchant;
  let refusal: "user_exists" | "user_not_enabled" = "user_exists";
  const created = await identityProvider.createUser(dashboardUser(merchantId, merchant), async (existing) => {
    const decision = await decideOnNobodys(deps, email, existing);
    if (decision !== null) return decision;
    if (await hasToYield(existing)) return "replace";
    for (const owner of existing.merchantIds) {
      if (owner !== merchantId && (await findMerchant(db, owner)) !== null) return "keep";
    }
    if (!existing.isEnabled || (await isUserDisabled(db, existing.id))) {
      refusal = "user_not_enabled";
      return "keep";
    }
    await noteAdopted(existing.id);
    return "adopt";
  });
  return created.ok || created.error === "email_refused" ? created : err(refusal);
}

/**
 * The embedded provider shows the business name where the user signs in; Keycloak drops the attribute. Both write to the user in
 * the shop's language, where it has one.
 */
export function dashboardUser(
  merchantId: string,
  { email, businessName, language }: { email: string; businessName: string; language?: string | null },
): NewUser {
  const locale = language ? { locale: language } : {};
  return {
    email,
    attributes: { merchant_id: merchantId, business_name: businessName, ...locale },
    roles: ["merchant"],
  };
}
