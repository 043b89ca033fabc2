// For the platform itself: its administrators, its ledger, its monitoring.

import { LedgerEventBody } from "../../../wire/requests/ledger-event.ts";
import { MerchantsQuery, RegisterBody } from "../../../wire/requests/merchants.ts";
import { MessageResponse, SuccessResponse } from "../../../wire/responses/envelope.ts";
import {
  CredentialsResponse,
  MerchantRegisteredResponse,
  MerchantsResponse,
  SetupLinkResponse,
} from "../../../wire/responses/merchants.ts";
import { CLIENT_SECRET, MERCHANT, PAGING, TRANSACTION } from "../examples.ts";
import type { Operation } from "../operation.ts";

const MERCHANTS = "/merchant/api/v1/merchants";
const SETUP_URL = "https://identity.example.com/realms/payment-platform/setup?key=…";
const CREDENTIALS = { client_id: MERCHANT.client_id, client_secret: CLIENT_SECRET };

const common = { tag: "Platform", access: "admin" } as const;

export const platformOperations: readonly Operation[] = [
  {
    ...common,
    method: "post",
    path: "/merchant/api/v1/register",
    operationId: "registerMerchant",
    summary: "Register a merchant",
    body: {
      schema: RegisterBody,
      examples: { shop: { email: MERCHANT.email, business_name: MERCHANT.business_name } },
    },
    responses: {
      201: {
        description: "The merchant's id, and its client credentials for the only time.",
        schema: MerchantRegisteredResponse,
        examples: {
          shop: {
            merchant_id: MERCHANT.id,
            ...CREDENTIALS,
            setup_url: SETUP_URL,
            note: "Store the client_secret now: it is not shown again.",
          },
        },
      },
    },
    refusals: ["email_taken"],
    fault: { field: "email", message: "must be a valid EMAIL" },
  },
  {
    ...common,
    method: "get",
    path: MERCHANTS,
    operationId: "listMerchants",
    summary: "List merchants",
    description: "Newest first.",
    query: MerchantsQuery,
    responses: {
      200: {
        description: "A page of merchants.",
        schema: MerchantsResponse,
        examples: { page: { merchants: [MERCHANT], ...PAGING } },
      },
    },
    fault: { field: "limit", message: "must be at most 100" },
  },
  ...(["activate", "deactivate"] as const).map(
    (verb): Operation => ({
      ...common,
      method: "post",
      path: `${MERCHANTS}/{merchantID}/${verb}`,
      operationId: `${verb}Merchant`,
      summary: verb === "activate" ? "Activate a merchant" : "Deactivate a merchant",
      description:
        verb === "activate"
          ? "In live, merchants are inactive until this is done."
          : "It can take no new payments; open intents stay payable, cancellable and refundable.",
      responses: {
        200: {
          description: "Done.",
          schema: MessageResponse,
          examples: { done: { message: `Merchant ${verb}d` } },
        },
      },
      refusals: ["merchant_not_found"],
    }),
  ),
  {
    ...common,
    method: "post",
    path: `${MERCHANTS}/{merchantID}/rotate-credentials`,
    operationId: "rotateMerchantCredentials",
    summary: "Replace a merchant's lost client secret",
    responses: {
      200: {
        description: "The new credentials, for the only time. The old secret is dead.",
        schema: CredentialsResponse,
        examples: {
          rotated: {
            ...CREDENTIALS,
            note: "Store the client_secret now: it is not shown again, and the old one is invalid from now on.",
          },
        },
      },
    },
    refusals: ["merchant_not_found"],
  },
  {
    ...common,
    method: "post",
    path: `${MERCHANTS}/{merchantID}/setup-link`,
    operationId: "createSetupLink",
    summary: "Make a new link to set the dashboard password",
    responses: {
      200: {
        description: "The link, which ends the one before.",
        schema: SetupLinkResponse,
        examples: { link: { setup_url: SETUP_URL } },
      },
    },
    refusals: ["merchant_not_found"],
  },
  {
    method: "post",
    path: "/internal/ledger-events",
    operationId: "reportLedgerEvent",
    tag: "Platform",
    summary: "Report a settlement",
    description: "Signed by Standard Webhooks 1.0.0 with the secret shared with the ledger. Safe to repeat.",
    access: "ledger",
    headers: ["WebhookId", "WebhookTimestamp"],
    body: {
      schema: LedgerEventBody,
      isUntyped: true,
      examples: { settled: { type: "transaction.settled", data: TRANSACTION } },
    },
    responses: {
      200: { description: "It is recorded.", schema: SuccessResponse, examples: { recorded: {} } },
    },
    fault: { field: "body", message: "must be a ledger event" },
  },
  {
    method: "get",
    path: "/health",
    operationId: "checkHealth",
    tag: "Platform",
    summary: "Ask whether the service is up",
    access: "anyone",
    responses: { 200: { description: "It is.", schema: SuccessResponse, examples: { up: {} } } },
  },
];
