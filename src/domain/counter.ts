import type { EventType } from "./events.ts";
import type { SealedSecrets } from "./webhook-secrets.ts";

/** A point-of-sale terminal. An inactive one creates no new intents; its existing ones stay payable and refundable. */
export interface Counter extends SealedSecrets {
  id: string;
  merchantId: string;
  name: string;
  status: "active" | "inactive";
  location: string;
  idpClientId: string;
  webhookUrl: string | null;
  webhookEvents: EventType[];
  createdAt: number;
  updatedAt: number;
}
