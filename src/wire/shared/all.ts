// Every response, and what several have in common, by its name in the OpenAPI document. Routes refer to them by type only,
// so that response schemas stay out of the Worker.
export * from "../audit/responses.ts";
export * from "../counters/responses.ts";
export * from "../desks/responses.ts";
export * from "../merchants/responses.ts";
export * from "../movements/responses.ts";
export * from "../operations/responses.ts";
export * from "../payment-intents/responses.ts";
export * from "../reconciliation/responses.ts";
export * from "../sandbox/responses.ts";
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
