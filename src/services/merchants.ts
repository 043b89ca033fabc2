import { deleteMerchant, insertMerchant } from "../db/merchants.ts";
import { DEFAULT_EVENTS } from "../domain/events.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { log } from "../log.ts";
import { issueWebhookSecret } from "../webhooks/secret.ts";
import type { Services } from "./context.ts";
import type { Refusal } from "./refusal.ts";

export interface Registration {
  merchantId: string;
  clientId: string;
  clientSecret: string;
}

/** The row comes first: it claims the email. If the identity provider then fails, the email is free again. */
export async function registerMerchant(
  services: Services,
  input: { email: string; businessName: string },
): Promise<Result<Registration, Refusal>> {
  const merchantId = crypto.randomUUID();
  const clientId = `merchant-${merchantId}`;
  const now = services.clock();
  const isInserted = await insertMerchant(services.db, {
    id: merchantId,
    email: input.email.toLowerCase(),
    businessName: input.businessName,
    status: services.config.environment === "sandbox" ? "active" : "inactive",
    idpClientId: clientId,
    webhookUrl: null,
    webhookEvents: [...DEFAULT_EVENTS],
    webhookSecret: (await issueWebhookSecret(merchantId, services.config.masterKeys)).sealed,
    createdAt: now,
    updatedAt: now,
  });
  if (!isInserted) return err("email_taken");
  const clientSecret = await provisionClient(services, merchantId, clientId);
  return ok({ merchantId, clientId, clientSecret });
}

async function provisionClient(services: Services, merchantId: string, clientId: string): Promise<string> {
  try {
    return await services.identityProvider.createClient({
      clientId,
      claims: { merchant_id: merchantId },
      roles: [],
    });
  } catch (error) {
    await deleteMerchant(services.db, merchantId);
    await services.identityProvider.deleteClient(clientId).catch((cause: unknown) => {
      log("warn", "orphaned_client", { client_id: clientId, error: cause });
    });
    throw error;
  }
}
