// The client's types come from the OpenAPI document; here the compiler compares them with the service's own.
import { expectTypeOf, it } from "vitest";
import type { Counter } from "#core/domain/counters/counter.ts";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { CancellationReason } from "#core/domain/payment-intents/payment-intent.ts";
import type { SimulatedAction } from "#core/domain/simulation.ts";
import type {
  presentIntent,
  presentMerchantView,
  presentPublicView,
} from "#core/wire/payment-intents/present-intent.ts";
import type * as client from "#sdk/index.ts";

/** Spelled out, so that types made of parts compare with types written down. */
type Flat<T> = { [K in keyof T]: T[K] };
type Metadata = { metadata: Record<string, unknown> | null };
/** Later values may be added to what the service knows. */
type Open<Value> = Value | (string & {});
type Reason = { cancellation_reason: Open<CancellationReason> | null };
type CallbackEvents = { callback_events?: Open<EventType>[] };
type OnTheWire<View> = Flat<
  Omit<View, keyof (Metadata & Reason & CallbackEvents)> & Metadata & Reason & CallbackEvents
>;

type MerchantView = ReturnType<typeof presentMerchantView>;
type PublicView = ReturnType<typeof presentPublicView>;

it("has the service's own payment intent", () => {
  expectTypeOf<Flat<client.PublicPaymentIntent>>().toEqualTypeOf<Flat<PublicView>>();
  expectTypeOf<Flat<client.PaymentIntent>>().toEqualTypeOf<OnTheWire<MerchantView>>();
});

it("has the service's own events", () => {
  expectTypeOf<client.EventType>().toEqualTypeOf<Open<EventType>>();
  expectTypeOf<client.WebhookEvent["type"]>().toEqualTypeOf<EventType | "ping">();
  expectTypeOf<Flat<client.StoredEvent["data"]["payment_intent"]>>().toEqualTypeOf<
    OnTheWire<ReturnType<typeof presentIntent>>
  >();
});

it("has the service's own words", () => {
  expectTypeOf<client.Counter["status"]>().toEqualTypeOf<Open<Counter["status"]>>();
  expectTypeOf<client.Simulate["action"]>().toEqualTypeOf<SimulatedAction>();
});
