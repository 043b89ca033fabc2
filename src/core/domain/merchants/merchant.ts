import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { SealedSecrets } from "#core/domain/webhooks/webhook-secrets.ts";

export const MERCHANT_STATUSES = ["active", "inactive", "closed"] as const;
/**
 * An inactive merchant creates no new intents; existing ones stay payable, cancellable and refundable. A closed one is
 * inactive and has no counters; closing also suspends it.
 */
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

/** What an administrator has stopped in an incident, when and why; null where nothing is. */
export interface MerchantStops {
  suspendedAt: number | null;
  suspensionReason: string | null;
  refundsStoppedAt: number | null;
  refundsStopReason: string | null;
}

/** When an administrator requested that personal data be erased, and when that was done; null before. */
export interface MerchantErasure {
  erasureRequestedAt: number | null;
  erasedAt: number | null;
}

export interface Merchant extends SealedSecrets, MerchantStops, MerchantErasure {
  id: string;
  email: string;
  businessName: string;
  /** IANA; whose days its totals are of. */
  timeZone: string;
  /** Schemes of its apps that a `return_url` may have. */
  returnSchemes: string[];
  status: MerchantStatus;
  /** Whether the public list of merchants may have it. */
  isListed: boolean;
  idpClientId: string;
  webhookUrl: string | null;
  webhookEvents: EventType[];
  createdAt: number;
  updatedAt: number;
}

/** Whether the merchant is erased, or is to be erased, which is final as well. */
export function isErased({ erasureRequestedAt }: MerchantErasure): boolean {
  return erasureRequestedAt !== null;
}

export function isSuspended(merchant: MerchantStops | null): boolean {
  return merchant !== null && merchant.suspendedAt !== null;
}
