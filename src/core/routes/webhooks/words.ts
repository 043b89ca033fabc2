import type { OperationWords } from "#core/http/describe.ts";

export const WEBHOOKS_WORDS: Record<string, OperationWords> = {
  getWebhookSettings: ["Read the webhook settings"],
  updateWebhookSettings: [
    "Update the webhook settings",
    "The address for events that neither the intent's callback_url nor its counter takes. Fields that are left out stay as they are.",
  ],
  rotateWebhookSecret: [
    "Get a new webhook secret",
    "The first one is in the response to the registration. The old one stops signing at once, unless a grace period is given.",
  ],
  testMerchantWebhook: [
    "Send a test webhook to the merchant's address",
    "One `ping`, at once. A success ends the endpoint's failure.",
  ],
  listWebhookDeliveries: [
    "List webhook deliveries",
    "Newest first. A request looks through 1,000 deliveries for those that match: a page can be short, or empty, while `next_cursor` is not null.",
  ],
  recoverWebhookDeliveries: [
    "Send all failed deliveries of a period again",
    "Sends the first 1000 at once, which `recovered` counts; the rest follow at about 500 a minute. Only one period at a time.",
  ],
  getWebhookDelivery: [
    "Read a webhook delivery",
    "With its payload and the log of its attempts, which are deleted 30 days after success and 90 after failure.",
  ],
  redeliverWebhook: [
    "Send a webhook again",
    "At once, with the whole schedule of retries from its start. The webhook-id stays the same.",
  ],
  listEvents: [
    "Catch up on events",
    "The last 30 days, oldest first, for a receiver that missed some. A new event appears here after about 5 seconds.",
  ],
};
