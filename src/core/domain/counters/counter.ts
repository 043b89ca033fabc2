import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { SealedSecrets } from "#core/domain/webhooks/webhook-secrets.ts";

export const COUNTER_STATUSES = ["active", "inactive"] as const;
/** Inactive: no new payment intents; open ones stay payable and refundable. */
export type CounterStatus = (typeof COUNTER_STATUSES)[number];

/** What its merchant has switched on for a counter's own client; its tills have no part in it. */
export interface CounterRights {
  /** It may refund what the counter has created. */
  canRefund: boolean;
  /** It reads only what the counter has created, as tills do, instead of all of its merchant's. */
  readsOwnOnly: boolean;
}

export interface Counter extends SealedSecrets, CounterRights {
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
