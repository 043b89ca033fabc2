// For the platform itself: its administrators, its ledger, its monitoring.

import { MessageAnswer, SuccessAnswer } from "../../schemas/answers/envelope.ts";
import {
  CredentialsAnswer,
  MerchantRegisteredAnswer,
  MerchantsAnswer,
  SetupLinkAnswer,
} from "../../schemas/answers/merchants.ts";
import { LedgerEventBody } from "../../schemas/ledger-event.ts";
import { MerchantsQuery, RegisterBody } from "../../schemas/merchants.ts";
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
    answers: {
      201: {
        description: "The merchant's id, and its client credentials for the only time.",
        schema: MerchantRegisteredAnswer,
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
    answers: {
      200: {
        description: "A page of merchants.",
        schema: MerchantsAnswer,
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
      answers: {
        200: {
          description: "Done.",
          schema: MessageAnswer,
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
    answers: {
      200: {
        description: "The new credentials, for the only time. The old secret is dead.",
        schema: CredentialsAnswer,
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
    answers: {
      200: {
        description: "The link, which ends the one before.",
        schema: SetupLinkAnswer,
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
    answers: { 200: { description: "It is recorded.", schema: SuccessAnswer, examples: { recorded: {} } } },
    fault: { field: "body", message: "must be a ledger event" },
  },
  {
    method: "get",
    path: "/health",
    operationId: "checkHealth",
    tag: "Platform",
    summary: "Ask whether the service is up",
    access: "anyone",
    answers: { 200: { description: "It is.", schema: SuccessAnswer, examples: { up: {} } } },
  },
];
