// The core's responses, and what several have in common, by their names in the OpenAPI document. Routes refer to them by
// type only, so that response schemas stay out of the Worker.
export * from "#core/wire/audit/responses.ts";
export * from "#core/wire/counters/responses.ts";
export * from "#core/wire/merchants/responses.ts";
export * from "#core/wire/operations/responses.ts";
export * from "#core/wire/payment-intents/responses.ts";
export * from "#core/wire/sessions/token-responses.ts";
export * from "#core/wire/wallet/responses.ts";
export * from "#core/wire/webhooks/event-responses.ts";
export * from "#core/wire/webhooks/responses.ts";
export * from "./enums.ts";
export {
  Failure,
  FieldFault,
  HealthResponse,
  MessageResponse,
  RequestWarning,
  SuccessResponse,
} from "./envelope.ts";
