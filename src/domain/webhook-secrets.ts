/** A merchant's or counter's signing secrets, sealed. The previous one signs too until it expires. */
export interface SealedSecrets {
  webhookSecret: string;
  previousWebhookSecret: string | null;
  previousSecretExpiresAt: number | null;
}
