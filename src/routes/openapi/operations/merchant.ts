// What a merchant has besides intents and counters: its webhook settings and its ledger history.

import { TransactionsQuery } from "../../../wire/requests/transactions.ts";
import { RotateBody, rotationNote, WebhookBody } from "../../../wire/requests/webhooks.ts";
import { TransactionsResponse } from "../../../wire/responses/ledger.ts";
import { WebhookSecretResponse, WebhookSettingsResponse } from "../../../wire/responses/merchants.ts";
import { MERCHANT, PAGING, TRANSACTION, WEBHOOK_SECRET, WEBHOOK_SETTINGS } from "../examples.ts";
import type { Operation } from "../operation.ts";

const WEBHOOK = "/merchant/api/v1/webhook";

const webhookCommon = {
  tag: "Webhook settings",
  access: "merchant",
  refusals: ["merchant_not_found"],
} as const;

export const merchantOperations: readonly Operation[] = [
  {
    ...webhookCommon,
    method: "get",
    path: WEBHOOK,
    operationId: "getWebhookSettings",
    summary: "Read the webhook settings",
    responses: {
      200: {
        description: "The settings.",
        schema: WebhookSettingsResponse,
        examples: { settings: { webhook: WEBHOOK_SETTINGS } },
      },
    },
  },
  {
    ...webhookCommon,
    method: "put",
    path: WEBHOOK,
    operationId: "updateWebhookSettings",
    summary: "Change the webhook settings",
    description: "The address for every intent that has no callback_url and no counter with an address.",
    body: {
      schema: WebhookBody,
      isOptional: true,
      examples: { settings: { url: WEBHOOK_SETTINGS.url, events: WEBHOOK_SETTINGS.events } },
    },
    responses: {
      200: {
        description: "The settings as they now are.",
        schema: WebhookSettingsResponse,
        examples: { settings: { webhook: WEBHOOK_SETTINGS } },
      },
    },
    fault: { field: "url", message: "must be an https URL" },
  },
  {
    ...webhookCommon,
    method: "post",
    path: `${WEBHOOK}/rotate-secret`,
    operationId: "rotateWebhookSecret",
    summary: "Take a new webhook secret",
    description: "The first one, too, is taken here.",
    body: { schema: RotateBody, isOptional: true, examples: { overlap: { grace_period_seconds: 3600 } } },
    responses: {
      200: {
        description: "The new secret, for the only time.",
        schema: WebhookSecretResponse,
        examples: { rotated: { webhook_secret: WEBHOOK_SECRET, note: rotationNote(3600) } },
      },
    },
    fault: { field: "grace_period_seconds", message: "must be at most 604800" },
  },
  {
    method: "get",
    path: "/merchant/api/v1/transactions",
    operationId: "listTransactions",
    tag: "Transactions",
    summary: "List ledger transactions",
    description: "The merchant's account at the ledger, newest first.",
    access: "merchant_or_admin",
    query: TransactionsQuery,
    responses: {
      200: {
        description: "A page of transactions.",
        schema: TransactionsResponse,
        examples: { page: { merchant_id: MERCHANT.id, transactions: [TRANSACTION], ...PAGING } },
      },
    },
    fault: { field: "limit", message: "must be at most 100" },
  },
];
