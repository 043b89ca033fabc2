import { type SealedSecrets, webhookSecretPurpose } from "#core/domain/webhooks/webhook-secrets.ts";
import { open, seal } from "#core/lib/seal.ts";
import { newWebhookSecret } from "./sign.ts";

/** A new secret, in clear for the one response that shows it and sealed for the row. */
export async function issueWebhookSecret(
  ownerId: string,
  masterKeys: readonly string[],
): Promise<{ secret: string; sealed: string }> {
  const secret = newWebhookSecret();
  return { secret, sealed: await seal(secret, webhookSecretPurpose(ownerId), masterKeys) };
}

/** A new secret in clear, and the change to the row. Without a grace period the old secret stops signing at once. */
export async function rotateSecret(
  ownerId: string,
  current: SealedSecrets,
  options: { gracePeriodSeconds: number; now: number; masterKeys: readonly string[] },
): Promise<{ secret: string; change: SealedSecrets }> {
  const { secret, sealed } = await issueWebhookSecret(ownerId, options.masterKeys);
  const hasGrace = options.gracePeriodSeconds > 0;
  const change = {
    webhookSecret: sealed,
    previousWebhookSecret: hasGrace ? current.webhookSecret : null,
    previousSecretExpiresAt: hasGrace ? options.now + options.gracePeriodSeconds * 1000 : null,
  };
  return { secret, change };
}

/** The secrets that sign at `now`, in clear: the current one, and the previous one during its grace period. */
export async function openSecrets(
  ownerId: string,
  secrets: SealedSecrets,
  now: number,
  masterKeys: readonly string[],
): Promise<string[]> {
  const { webhookSecret, previousWebhookSecret, previousSecretExpiresAt } = secrets;
  const sealed = [webhookSecret];
  if (previousWebhookSecret !== null && now < (previousSecretExpiresAt ?? 0))
    sealed.push(previousWebhookSecret);
  const purpose = webhookSecretPurpose(ownerId);
  return await Promise.all(sealed.map((text) => open(text, purpose, masterKeys)));
}
