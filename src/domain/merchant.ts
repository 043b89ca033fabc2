import type { EventType } from "./events.ts";
import type { SealedSecrets } from "./webhook-secrets.ts";

export const MERCHANT_STATUSES = ["active", "inactive"] as const;
/** An inactive merchant creates no new intents; existing ones stay payable, cancellable and refundable. */
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export interface Merchant extends SealedSecrets {
  id: string;
  email: string;
  businessName: string;
  status: MerchantStatus;
  idpClientId: string;
  webhookUrl: string | null;
  webhookEvents: EventType[];
  createdAt: number;
  updatedAt: number;
}
