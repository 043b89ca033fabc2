// The document's prose.

import { issuerUrl, tokenUrl } from "../../core/domain/identity-provider/realm.ts";
import { addRows } from "../../core/domain/open-list.ts";
import type { PartOpenApi } from "../../core/part.ts";
import type { DescribedRoute, Environment } from "./operations.ts";
import type { OpenApiDocument, SecurityScheme } from "./types.ts";

export const PUBLISHER = {
  contact: { name: "The platform that runs this service" },
  license: { name: "All rights reserved", identifier: "LicenseRef-UNLICENSED" },
};

const TOKEN_PATH = tokenUrl(issuerUrl(""));

export const PURPOSE =
  "Take payments by QR code, refund them, and be notified by signed webhooks. This is the whole interface; shops, wallet apps " +
  "and operators have documents of their own: [shop](/openapi/shop.json), [wallet](/openapi/wallet.json), " +
  "[operator](/openapi/operator.json).";

/** Generators copy it into each of their files: guides have what is longer. */
export function introduction(purpose: string): string {
  return `${purpose}

Bodies are JSON. \`error\` is for people, \`code\` for programs; \`details\` names invalid fields. Quote \`request_id\` when you ask for
help. New fields and codes may be added, and new values wherever a schema has \`x-extensible-enum\`: ignore those you do not know.
After a 429, a 5xx or no response, repeat a request under the same \`Idempotency-Key\`, and wait as long as \`Retry-After\` says.

The guides have the rest: the [tutorial](/docs/tutorial), [limits](/docs/api), [webhooks](/docs/webhooks), [errors](/docs/errors), and a
[client](/docs/client).
`;
}

/** Some messages depend on the request. */
export function messageIn(code: string, message: string): string {
  if (code === "invalid_request") return "names the invalid field";
  return /^internal_error$|_unavailable$/.test(code) ? "names the operation that failed" : message;
}

const TAGS: Record<string, string> = {
  Tokens: "OAuth 2.0 access tokens. They are valid for 300 seconds; get a new one 30 seconds before.",
  "Payment intents": "An amount to be paid, by a QR code you show or one you scan.",
  Counters: "Point-of-sale terminals.",
  "Webhook settings": "Where webhooks go, and the secret that signs them.",
  "Webhook deliveries": "What was sent, how the endpoint responded, and how to have it sent again.",
  Transactions: "The merchant's ledger history.",
  Merchant: "Settings, dashboard users, totals and the file for bookkeeping.",
  Public: "For anyone who holds an id, without a token.",
  Wallet: "The customer's side.",
  "Audit trail": "Who changed the merchant's access, settings and refunds, and from where.",
  Platform: "For platform administrators, the ledger and monitoring.",
};

const WEBHOOKS =
  "What this service sends you, signed as Standard Webhooks 1.0.0. `webhook-id` is the event's id, the same on every attempt, and " +
  "`webhook-timestamp` when this attempt was signed, in seconds since 1970. `webhook-signature` is `v1,` and base64 of HMAC-SHA256 " +
  "over `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is being replaced.";

const tagsOfParts: NonNullable<PartOpenApi["tags"]> = {};

export function addTags(ofParts: typeof tagsOfParts): void {
  for (const [name, { after }] of Object.entries(ofParts))
    if (!(after in TAGS)) throw new Error(`${name} is behind ${after}, which is no tag`);
  addRows(tagsOfParts, ofParts);
}

export function tagsOf(routes: readonly DescribedRoute[]): OpenApiDocument["tags"] {
  const used = new Set(routes.map(({ operation }) => operation.tag));
  // TAGS is in reading order.
  const own = Object.entries(TAGS).flatMap(([name, description]) => [
    { name, description },
    ...Object.entries(tagsOfParts)
      .filter(([, { after }]) => after === name)
      .map(([added, { description }]) => ({ name: added, description })),
  ]);
  return [...own.filter(({ name }) => used.has(name)), { name: "Webhooks", description: WEBHOOKS }];
}

export function securitySchemes(environment: Environment): Record<string, SecurityScheme> {
  // In live the platform's own identity provider issues the tokens, at an address this document cannot know.
  const url = environment === "sandbox" ? TOKEN_PATH : `https://identity.example.com${TOKEN_PATH}`;
  return {
    clientCredentials: {
      type: "oauth2",
      description: "With the client id and secret of a merchant, a counter, a wallet or an administrator.",
      flows: { clientCredentials: { tokenUrl: url, scopes: {} } },
    },
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "An access token you already have, such as a dashboard user's.",
    },
    webhookSignature: {
      type: "apiKey",
      in: "header",
      name: "webhook-signature",
      description: "Standard Webhooks 1.0.0: `v1,` and the base64 HMAC-SHA256 over id, timestamp and body.",
    },
  };
}
