/** A merchant's or counter's signing secrets, encrypted. Until it expires, the previous one signs as well. */
export interface SealedSecrets {
  webhookSecret: string;
  previousWebhookSecret: string | null;
  previousSecretExpiresAt: number | null;
}

/** Binds a sealed webhook secret to the merchant or counter it belongs to. */
export function webhookSecretPurpose(ownerId: string): string {
  return `webhook_secret:${ownerId}`;
}
