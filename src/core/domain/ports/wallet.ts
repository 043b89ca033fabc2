/** The platform behind the customers' wallets, which is notified of what happens to them. */
export interface WalletPlatform {
  /** Throws when the event was not delivered; it is then retried. */
  receive(message: WalletEventMessage): Promise<void>;
}

/** A message for the wallet platform: the CloudEvent as JSON text, and the wallet it concerns. */
export interface WalletEventMessage {
  id: string;
  walletId: string;
  cloudEvent: string;
  /** Who has refunded. It is for the customer's own browsers: no platform gets it. */
  merchantName?: string;
}

/** The event for one of the wallet's browsers. */
export interface PushMessage extends WalletEventMessage {
  /** The hash of the browser's endpoint. */
  pushTo: string;
  /** Counts from 1. */
  attempt: number;
}
