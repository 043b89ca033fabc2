import { deleteMerchant, findMerchant, insertMerchant } from "../db/merchants.ts";
import { DEFAULT_EVENTS } from "../domain/events.ts";
import { isSuspended } from "../domain/merchant.ts";
import type { Cause, NewUser } from "../domain/ports.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import { issueWebhookSecret } from "../webhooks/secret.ts";
import { recordAudit } from "./audit-trail.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Refusal } from "./refusal.ts";
import { isDisabled } from "./user-access.ts";

export interface Registration {
  merchantId: string;
  clientId: string;
  clientSecret: string;
  /** Where the merchant's first user sets the password; null when the identity provider mails it. */
  setupUrl: string | null;
  /** False when the link could not be made or mailed: an administrator can repeat that. */
  hasSetupLink: boolean;
}

/** Inserting the row first claims the email. If the identity provider then fails, the email is free again. */
export async function registerMerchant(
  deps: Dependencies,
  cause: Cause,
  input: { email: string; businessName: string },
): Promise<Result<Registration, Refusal>> {
  const merchantId = crypto.randomUUID();
  const clientId = `merchant-${merchantId}`;
  const email = input.email.toLowerCase();
  const now = deps.clock();
  const isInserted = await insertMerchant(deps.db, {
    id: merchantId,
    email,
    businessName: input.businessName,
    status: deps.config.environment === "sandbox" ? "active" : "inactive",
    idpClientId: clientId,
    webhookUrl: null,
    webhookEvents: [...DEFAULT_EVENTS],
    webhookSecret: (await issueWebhookSecret(merchantId, deps.config.masterKeys)).sealed,
    createdAt: now,
    updatedAt: now,
  });
  if (!isInserted) return err("email_taken");
  const access = await provisionAccess(deps, { ...input, merchantId, clientId, email });
  if (access === null) return err("email_taken");
  await recordAudit(deps, cause, { action: "merchant.registered", merchantId });
  return ok({ merchantId, clientId, ...access });
}

/** A new link for the merchant's user, which replaces the previous one. Creates the user if it is missing. */
export async function createSetupLink(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
): Promise<Result<{ setupUrl: string | null }, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  if (isSuspended(merchant)) return err("merchant_suspended");
  if (await isDisabled(deps, merchant.email, merchantId)) return err("user_not_enabled");
  if ((await createUser(deps, merchantId, merchant)) === "taken") return err("user_exists");
  const setupUrl = await deps.identityProvider.createSetupLink(merchant.email);
  await recordAudit(deps, cause, { action: "setup_link.created", merchantId });
  return ok({ setupUrl });
}

interface NewMerchant {
  merchantId: string;
  clientId: string;
  email: string;
  businessName: string;
}

/** Creates the merchant's own client and its first user, or neither: null when another merchant's user has the email. */
async function provisionAccess(
  deps: Dependencies,
  merchant: NewMerchant,
): Promise<Pick<Registration, "clientSecret" | "setupUrl" | "hasSetupLink"> | null> {
  const { merchantId, clientId, email } = merchant;
  const { identityProvider } = deps;
  let clientSecret: string;
  try {
    const claims = { merchant_id: merchantId };
    clientSecret = await identityProvider.createClient({ clientId, claims, roles: [] });
    if ((await createUser(deps, merchantId, merchant)) === "taken") {
      await undoRegistration(deps, merchant);
      return null;
    }
  } catch (error) {
    await undoRegistration(deps, merchant);
    throw error;
  }
  try {
    return { clientSecret, setupUrl: await identityProvider.createSetupLink(email), hasSetupLink: true };
  } catch (error) {
    // Not undone: a mail that is only late must not arrive with a link to nobody.
    log("error", "setup_link_failed", { merchant_id: merchantId, error });
    return { clientSecret, setupUrl: null, hasSetupLink: false };
  }
}

/** A user that is left of a registration that failed belongs to no merchant any more. */
function createUser(
  { db, identityProvider }: Dependencies,
  merchantId: string,
  merchant: { email: string; businessName: string },
) {
  const isMerchant = async (id: string) => (await findMerchant(db, id)) !== null;
  return identityProvider.createUser(dashboardUser(merchantId, merchant), isMerchant);
}

/** The embedded provider refuses passwords that are made of the business name; Keycloak drops the attribute. */
export function dashboardUser(
  merchantId: string,
  { email, businessName }: { email: string; businessName: string },
): NewUser {
  return {
    email,
    attributes: { merchant_id: merchantId, business_name: businessName },
    roles: ["merchant"],
  };
}

/** The row is deleted last: until then no other registration can take the email. */
async function undoRegistration(
  { db, identityProvider }: Dependencies,
  { merchantId, clientId }: NewMerchant,
): Promise<void> {
  await identityProvider.deleteClient(clientId).catch((error: unknown) => {
    log("warn", "orphaned_access", { merchant_id: merchantId, error });
  });
  await deleteMerchant(db, merchantId);
}
