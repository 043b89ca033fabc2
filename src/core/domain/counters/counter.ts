import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { SealedSecrets } from "#core/domain/webhooks/webhook-secrets.ts";

export const COUNTER_STATUSES = ["active", "inactive"] as const;
/** Inactive: no new payment intents; open ones stay payable and refundable. */
export type CounterStatus = (typeof COUNTER_STATUSES)[number];

export interface Counter extends SealedSecrets {
  id: string;
  merchantId: string;
  name: string;
  status: CounterStatus;
  location: string;
  idpClientId: string;
  webhookUrl: string | null;
  webhookEvents: EventType[];
  createdAt: number;
  updatedAt: number;
}
