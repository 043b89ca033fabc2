// Requests for approval, refunds and top-ups that are pushed to a customer's browsers, also while the wallet is closed.

/** The browser gives it in this form. Whoever knows the endpoint can push to it. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Browsers that a wallet is pushed to. One more makes the oldest end: a customer cannot see which are still in use. */
export const SUBSCRIPTIONS_MAX = 10;

/** A sealed text opens only in the row that it was sealed for. */
export function subscriptionPurpose(endpointHash: string): string {
  return `push ${endpointHash}`;
}
