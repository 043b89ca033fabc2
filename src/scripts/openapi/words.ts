// The document's prose.

import { issuerUrl, SETUP_LINK_HOURS, tokenUrl } from "../../core/domain/identity-provider/realm.ts";
import { addRows } from "../../core/domain/open-list.ts";
import type { ApiError } from "../../core/http/errors.ts";
import type { PartOpenApi } from "../../core/part.ts";
import type { DescribedRoute, Environment } from "./operations.ts";
import type { OpenApiDocument } from "./types.ts";

export const PUBLISHER = {
  contact: { name: "The platform that runs this service" },
  license: { name: "All rights reserved", identifier: "LicenseRef-UNLICENSED" },
};

const TOKEN_PATH = tokenUrl(issuerUrl(""));

/** `failures` are those of all operations; their codes become a table. */
export function introduction(failures: readonly ApiError[]): string {
  return `Take payments by QR code, refund them, and be notified by signed webhooks.

## Requests and responses

Bodies are JSON in UTF-8, not compressed, of at most 64 KB. Every JSON response carries \`success\`, and every response an
\`X-Request-Id\` header, which identifies the request in the service's logs, and a \`Server-Time\` header, ISO 8601, from which an
app can count the time that is left: a device's own clock may be wrong. Responses to a token have a \`Server-Timing\` header: what
was called for them, how often, and the milliseconds of all calls together. New fields and codes may be added, and new values
wherever a schema has \`x-extensible-enum\`: ignore those you do not know. Unknown
fields and query parameters of a request are ignored as well, and reported in \`warnings\`; lists of intents, events,
deliveries and audit entries refuse unknown filters with 400. A known path responds to another method with 405 and an
\`Allow\` header.

## Client

A typed client without dependencies comes with the service, for Node, Workers and browsers. It fetches and renews its
access token, retries with backoff under one idempotency key, and verifies webhooks.

## Idempotency

Send an \`Idempotency-Key\` with create, scan-payment and refund. The same request under the same key returns the same
payment intent as it now stands, with \`Idempotent-Replayed: true\`. If that has expired or was cancelled, \`warnings\` has
the \`code\` \`payment_intent_expired\` or \`payment_intent_cancelled\`: nobody can pay it, so make the key of order and attempt, and begin
the next attempt. \`metadata\` is compared by value, in any order and spelling. A different request under the key fails with
422; its \`details\` name the intent and what differs. Keys never expire.

## Retries

After a 5xx or no response at all, repeat the request under the same key, with exponential backoff. After a 429 or a
503, wait as long as \`Retry-After\` says.

## Paging

Lists are newest first. Use \`page\` and \`limit\`, or follow \`next_cursor\`: a cursor is as fast at any depth.

## Receiving webhooks

Webhooks are signed as [Standard Webhooks](https://www.standardwebhooks.com) 1.0.0 prescribes; any of its libraries
verifies them. A receiver verifies the signature over the raw body, ignores a \`webhook-id\` it has seen before, ignores a
\`data.sequence\` older than the last it processed for the intent, and responds with a 2xx status within 15 seconds.
Failed deliveries are retried eleven times over about three days.

## Limits and lifetimes

| What | Limit |
|---|---|
| access token | 300 seconds |
| payment intent | \`expires_in\`: 60 seconds to 30 days, by default 30 minutes; a scanned one from 30 seconds, by default 5 minutes |
| QR code | valid while its intent is \`pending\`; its images never change |
| scan token | 60 seconds, for one merchant |
| link to set the dashboard password | ${SETUP_LINK_HOURS} hours, once |
| webhook timestamp | refuse webhooks signed more than 5 minutes ago |
| new events in \`GET /events\` | appear after about 5 seconds, and stay for 30 days |
| idempotency key | never expires |
| WebSockets of a payment intent | 32 at once |
| requests a minute | 600 tokens per client or user, 60 refused token requests per address, 1,500 writes and 3,000 reads per caller (a client, counter, dashboard user or wallet), 1,500 payment intents created per merchant with all its counters, 60 redeliveries and test webhooks per merchant, 120 public reads or WebSockets opened per address and intent, 10 downloads per merchant (payments.csv, and what administrators export), 600 lists per caller, 60 of which may read thousands of rows (pages by number beyond 5,000 rows, intents by amount or with several filters, totals of several days, deliveries by endpoint or by a status other than failed, the go-live checklist), 60 unknown ids in public reads per address (which can still read the intents it has read before) and in all else per caller; then 429 with \`Retry-After\`. An IPv6 address counts as its /64 |

## Errors

\`error\` is for people, \`code\` for programs. \`details\` names invalid fields. Quote \`request_id\` when you ask for help.
A 401 for a token says why in \`WWW-Authenticate\`. The token endpoint responds with OAuth 2.0 errors instead.

| Status | Code | Message |
|---|---|---|
${errorRows(failures)}
`;
}

function errorRows(failures: readonly ApiError[]): string {
  const rows = failures.map(({ status, code, message }) => [status, code, messageIn(code, message)] as const);
  const unique = new Map(rows.map((row) => [row.slice(0, 2).join(), row]));
  return [...unique.values()]
    .sort(([a, codeA], [b, codeB]) => a - b || codeA.localeCompare(codeB))
    .map(([status, code, message]) => `| ${status} | \`${code}\` | ${message} |`)
    .join("\n");
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
  return [
    ...own.filter(({ name }) => used.has(name)),
    { name: "Webhooks", description: "What this service sends you, signed as Standard Webhooks 1.0.0." },
  ];
}

export function securitySchemes(environment: Environment): Record<string, unknown> {
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
