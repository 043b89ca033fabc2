// The core's responses, and what several have in common, by their names in the OpenAPI document. Routes refer to them by
// type only, so that response schemas stay out of the Worker.
export * from "../audit/responses.ts";
export * from "../counters/responses.ts";
export * from "../merchants/responses.ts";
export * from "../payment-intents/responses.ts";
export * from "../sessions/token-responses.ts";
export * from "../wallet/responses.ts";
export * from "../webhooks/event-responses.ts";
export * from "../webhooks/responses.ts";
export * from "./enums.ts";
export {
  Failure,
  FieldFault,
  HealthResponse,
  MessageResponse,
  SuccessResponse,
} from "./envelope.ts";
