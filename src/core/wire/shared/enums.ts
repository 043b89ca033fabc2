// The named enumerations of the interface.
import * as z from "zod/mini";
import { COUNTER_STATUSES } from "#core/domain/counters/counter.ts";
import { ENVIRONMENTS } from "#core/domain/environment.ts";
import { MERCHANT_STATUSES } from "#core/domain/merchants/merchant.ts";
import { MERCHANT_ROLES } from "#core/domain/merchants/merchant-user.ts";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import {
  CANCELLATION_REASONS,
  INTENT_STATUSES,
  REFUND_STATUSES,
} from "#core/domain/payment-intents/payment-intent.ts";
import { DELIVERY_STATUSES, ENDPOINT_KINDS } from "#core/domain/webhooks/delivery.ts";
import { documented } from "./openapi-notes.ts";

export const PaymentIntentStatus = z.enum(INTENT_STATUSES);
export const Environment = documented("`sandbox`: play money.", z.enum(ENVIRONMENTS));
export const RefundStatus = documented(
  "`pending` while the refund is with the ledger, `completed` once it has settled.",
  z.enum(REFUND_STATUSES),
);
export const CancellationReason = z.enum(CANCELLATION_REASONS);
export const EventType = z.enum(EVENT_TYPES);
export const CounterStatus = z.enum(COUNTER_STATUSES);
export const MerchantStatus = z.enum(MERCHANT_STATUSES);
export const MerchantRole = z.enum(MERCHANT_ROLES);
export const DeliveryStatus = documented(
  "`none`: no endpoint subscribes to the event.",
  z.enum(DELIVERY_STATUSES),
);
export const WebhookEndpoint = documented("Whose address the webhook goes to.", z.enum(ENDPOINT_KINDS));
