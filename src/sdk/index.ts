export * from "./errors.ts";
export {
  createMerchantClient,
  createPublicClient,
  createSandboxClient,
  type MerchantClient,
} from "./merchant-client.ts";
export type { PublicReads } from "./operations/public-reads.ts";
export type { Sandbox } from "./operations/sandbox.ts";
export type {
  CallOptions,
  ConnectionOptions,
  Fetch,
  KeyedCallOptions,
  MerchantClientOptions,
} from "./options.ts";
export type { VerifyWebhookOptions, WebhookHeaders } from "./signature.ts";
export { verifyWebhook } from "./verify-webhook.ts";
export type { WaitOptions } from "./wait-until-settled.ts";
export type {
  FieldFault,
  MessageResponse,
  PageQuery,
  PublicMerchant,
  PublicMerchantsResponse,
} from "./wire/common.ts";
export type * from "./wire/counter.ts";
export type * from "./wire/delivery.ts";
export type * from "./wire/event.ts";
export type * from "./wire/payment-intent.ts";
export type * from "./wire/sandbox.ts";
export type * from "./wire/transaction.ts";
export type * from "./wire/webhook-settings.ts";
