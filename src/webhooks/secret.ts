import { seal } from "../crypto/seal.ts";
import { newWebhookSecret } from "./sign.ts";

/** Binds a sealed webhook secret to the merchant or counter it belongs to. */
export function webhookSecretPurpose(ownerId: string): string {
  return `webhook_secret:${ownerId}`;
}

/** A fresh secret, in clear for the one answer that shows it and sealed for the row. */
export async function issueWebhookSecret(
  ownerId: string,
  masterKeys: readonly string[],
): Promise<{ secret: string; sealed: string }> {
  const secret = newWebhookSecret();
  return { secret, sealed: await seal(secret, webhookSecretPurpose(ownerId), masterKeys) };
}
