import { PageQuery } from "../../../wire/requests/fields.ts";
import { QrQuery } from "../../../wire/requests/qr.ts";
import { PublicMerchantsResponse } from "../../../wire/responses/merchants.ts";
import { PublicPaymentIntentResponse } from "../../../wire/responses/payment-intents.ts";
import { MERCHANT, PAGING, PUBLIC_INTENT } from "../examples.ts";
import type { Operation } from "../operation.ts";

const PUBLIC = "/merchant/api/v1/public";
const INTENT = `${PUBLIC}/payment-intents/{intentID}` as const;
const common = { method: "get", tag: "Public", access: "anyone", isRateLimited: true } as const;

export const publicOperations: readonly Operation[] = [
  {
    ...common,
    path: INTENT,
    operationId: "getPublicPaymentIntent",
    summary: "Read an intent whose QR code was scanned",
    headers: ["IfNoneMatch"],
    responses: {
      200: {
        description: "What anyone who holds the id may see.",
        schema: PublicPaymentIntentResponse,
        examples: { pending: { payment_intent: PUBLIC_INTENT } },
        headers: ["ETag"],
      },
      304: { description: "Nothing has changed since.", headers: ["ETag"] },
    },
    refusals: ["not_found"],
  },
  {
    ...common,
    path: `${INTENT}/qr.svg`,
    operationId: "drawQrCodeSvg",
    summary: "Draw the QR code as SVG",
    responses: { 200: { description: "The image.", mediaType: "image/svg+xml" } },
    refusals: ["not_found", "no_qr_code"],
  },
  {
    ...common,
    path: `${INTENT}/qr.png`,
    operationId: "drawQrCodePng",
    summary: "Draw the QR code as PNG",
    query: QrQuery,
    responses: { 200: { description: "The image.", mediaType: "image/png" } },
    refusals: ["not_found", "no_qr_code"],
    fault: { field: "size", message: "must be at most 2000" },
  },
  {
    ...common,
    path: `${PUBLIC}/merchants`,
    operationId: "listPublicMerchants",
    summary: "List active merchants",
    query: PageQuery,
    responses: {
      200: {
        description: "A page of merchants.",
        schema: PublicMerchantsResponse,
        examples: {
          page: { merchants: [{ id: MERCHANT.id, business_name: MERCHANT.business_name }], ...PAGING },
        },
      },
    },
    fault: { field: "limit", message: "must be at most 100" },
  },
];
