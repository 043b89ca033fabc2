// What the document says in prose.
import type { Operation, Tag } from "./operation.ts";
import type { OpenApiDocument } from "./types.ts";

export const INTRODUCTION = [
  "Take payments by QR code, refund them, and be told of them by signed webhooks.",
  "Every JSON answer carries `success`. A failure carries `error` for people, `code` for programs and the request's id. Answers may grow new fields, and failures new codes: ignore what you do not know.",
  "A path that exists answers another method with 405 and an `Allow` header.",
].join("\n\n");

const TAGS: Record<Tag, string> = {
  Tokens: "Access tokens by OAuth 2.0. They live for 300 seconds; take a new one 30 seconds before.",
  "Payment intents": "An amount to be paid, by a QR code you show or one you scan.",
  Counters: "Point-of-sale terminals.",
  "Webhook settings": "Where webhooks go, and the secret that signs them.",
  "Webhook deliveries": "What was sent, what came back, and how to have it again.",
  Transactions: "The merchant's ledger history.",
  Public: "Without a token, for anyone who holds an id.",
  Wallet: "The customer's side.",
  Platform: "For platform administrators, the ledger and monitoring.",
  Sandbox: "Only in the sandbox: customers who do as they are told.",
};

export function tagsOf(operations: readonly Operation[]): OpenApiDocument["tags"] {
  const used = new Set<Tag>(operations.map(({ tag }) => tag));
  const own = [...used].map((name) => ({ name: name as string, description: TAGS[name] }));
  return [
    ...own,
    { name: "Webhooks", description: "What this service sends you, signed by Standard Webhooks 1.0.0." },
  ];
}

export function securitySchemes(issuer: string): Record<string, unknown> {
  return {
    clientCredentials: {
      type: "oauth2",
      description: "With the client id and secret of a merchant, a counter, a wallet or an administrator.",
      flows: { clientCredentials: { tokenUrl: `${issuer}/protocol/openid-connect/token`, scopes: {} } },
    },
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "An access token you have already, such as a dashboard user's.",
    },
    webhookSignature: {
      type: "apiKey",
      in: "header",
      name: "webhook-signature",
      description: "Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over id, timestamp and body.",
    },
  };
}
