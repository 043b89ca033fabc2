// What an operator reads about a finding of the reconciliation.
import { describe, expect, it } from "vitest";
import sandboxDocument from "../../../src/assets/openapi.sandbox.json" with { type: "json" };
import { FINDING_KINDS, type Finding } from "../../../src/domain/reconciliation.ts";
import { presentFinding } from "../../../src/wire/reconciliation/present-finding.ts";

const DOCUMENTED_REQUESTS = Object.entries(sandboxDocument.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);
/** The kinds whose action is a request, with what it asks for. */
const REQUESTS: Partial<Record<Finding["kind"], string[]>> = {
  payment_unfinished: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  refund_unfinished: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  payment_unrecorded: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  refund_unrecorded: ["POST /merchant/api/v1/admin/payment-intents/intent-1/resolve"],
  delivery_failed: [
    "POST /merchant/api/v1/webhook-deliveries/event-1/redeliver",
    "POST /merchant/api/v1/webhook-deliveries/recover",
  ],
  delivery_missing: ["POST /merchant/api/v1/webhook-deliveries/event-1/redeliver"],
  event_missing: ["GET /merchant/api/v1/payment-intents/intent-1"],
};

function actionFor(kind: Finding["kind"]): string {
  const ids = {
    merchantId: "merchant-1",
    paymentIntentId: "intent-1",
    eventId: "event-1",
    transactionId: "tx-1",
  };
  return presentFinding({ kind, since: 0, found: "it", ...ids }).action;
}

function requestsIn(action: string): string[] {
  return [...action.matchAll(/(GET|POST) [\w/-]+/g)].map(([request]) => request);
}

function isDocumented(request: string): boolean {
  return DOCUMENTED_REQUESTS.some((path) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, "[\\w-]+")}$`).test(request),
  );
}

describe.each(FINDING_KINDS)("the action for %s", (kind) => {
  it("is a sentence that names the finding's own ids", () => {
    expect(actionFor(kind)).toMatch(/^[A-Z][^{}]+[.:]/);
    expect(actionFor(kind)).toMatch(/\.$/);
  });

  it("names only requests that exist", () => {
    const requests = requestsIn(actionFor(kind));
    expect(requests).toEqual(REQUESTS[kind] ?? []);
    expect(requests.filter((request) => !isDocumented(request))).toEqual([]);
  });
});
