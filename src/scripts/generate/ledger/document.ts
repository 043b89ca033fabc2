// The ledger's OpenAPI 3.1 document.
import type * as z from "zod/mini";
import { LEDGER_CONTRACT_VERSION } from "../../../core/domain/ledger.ts";
import { ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../sdk/signature.ts";
import { componentSchemas, queryParameters, referenceTo } from "../../openapi/schemas.ts";
import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  PathItem,
  ResponseObject,
} from "../../openapi/types.ts";
import { PUBLISHER } from "../../openapi/words.ts";
import { EXAMPLES } from "./examples.ts";
import { type LedgerOperation, OPERATIONS } from "./operations.ts";
import { FIELDS, names, SCHEMAS, type SchemaName } from "./schemas.ts";

const INTRODUCTION = `What the payments service calls, and what it is told. Any ledger that fulfils this can hold the money:
\`npm run test:ledger -- URL\` tests one. The rules behind the calls are in \`.github/contracts/ledger.md\`.

Every request has \`Authorization: Bearer <LEDGER_TOKEN>\`; one that gets 401 must have had no effect. A response arrives
within 5 seconds and has at most 1 MiB of JSON. Redirects are not followed. New fields may be added to any response.`;

const UNAUTHORIZED = "Unauthorized";

/** Where, below the service's `PUBLIC_URL`. */
const EVENTS_PATH = "/internal/ledger-events";

const HEADERS: Parameter[] = [
  header(ID_HEADER, "The event's id, the same on every attempt."),
  header(TIMESTAMP_HEADER, "When this attempt was signed, in seconds since 1970; at most five minutes off."),
  header(
    SIGNATURE_HEADER,
    "`v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes behind `whsec_` in `LEDGER_EVENTS_SECRET`.",
  ),
];

const RESPONSES: OperationObject["responses"] = {
  "200": {
    description: "Recorded, or not about one of this service's intents. Do not send it again; it is safe to.",
  },
  "400": { description: "Not a ledger event, or `type` and `status` contradict each other." },
  "401": { description: "The signature or the timestamp is wrong." },
  "422": {
    description:
      "It names an intent and one of its transfers, but another account, amount or currency. It changes nothing.",
  },
  default: { description: "Send it again, at growing intervals, until the response is 2xx." },
};

export function ledgerDocument(): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const [route, operation] of Object.entries(OPERATIONS)) {
    const [method = "", path = ""] = route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(path, operation) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Merchant Payments: the ledger",
      version: LEDGER_CONTRACT_VERSION,
      description: INTRODUCTION,
      ...PUBLISHER,
    },
    servers: [{ url: "https://ledger.example.com", description: "`LEDGER_URL`" }],
    tags: [
      { name: "Ledger", description: "What the service calls." },
      { name: "Events", description: "What the ledger sends, signed as Standard Webhooks 1.0.0." },
    ],
    paths,
    webhooks: events(jsonOf),
    components: {
      schemas: described(componentSchemas(names)),
      parameters: {},
      headers: {},
      examples: {},
      responses: {
        [UNAUTHORIZED]: { description: "The token is missing or wrong. Nothing has happened." },
      },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "`LEDGER_TOKEN`, which both sides keep secret.",
        },
      },
    },
  };
}

function operationObject(path: string, operation: LedgerOperation): OperationObject {
  const { id, summary, description, headers, query, body, responses } = operation;
  const parameters = [
    ...Object.entries(PATH_PARAMETERS).flatMap(([name, meaning]) =>
      path.includes(`{${name}}`) ? [pathParameter(name, meaning)] : [],
    ),
    ...(headers === undefined ? [] : headerParameters(headers)),
    ...(query === undefined ? [] : queryParameters(query)),
  ];
  const known = Object.entries(responses).map(([status, response]) => [status, responseObject(response)]);
  return {
    operationId: id,
    tags: ["Ledger"],
    summary,
    description,
    security: [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonOf(body) } }),
    responses: {
      ...Object.fromEntries(known),
      401: { $ref: `#/components/responses/${UNAUTHORIZED}` },
    },
  };
}

function responseObject({ means, body }: LedgerOperation["responses"][string]): ResponseObject {
  return { description: means, content: jsonOf(body) };
}

function jsonOf(name: SchemaName): Record<string, MediaType> {
  const examples = Object.entries(EXAMPLES[name]).map(([example, value]) => [example, { value }] as const);
  const schema = referenceTo(SCHEMAS[name], names);
  return { "application/json": { schema, examples: Object.fromEntries(examples) } };
}

const PATH_PARAMETERS = {
  id: "The account's id is the merchant's or the wallet's; the transaction's is the ledger's own.",
  key: "The transfer's `Idempotency-Key`, percent-encoded.",
};

function pathParameter(name: string, description: string): Parameter {
  return { name, in: "path", required: true, description, schema: { type: "string" } };
}

/** Like those of a query, under the names that headers are usually written with. */
function headerParameters(headers: z.ZodMiniType): Parameter[] {
  return queryParameters(headers).map((parameter) => ({
    ...parameter,
    name: parameter.name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
    in: "header",
    description:
      "`payment:<intent id>:<n>` or `refund:<intent id>:<n>`, where `n` grows only after a decline, or `top_up:<id>`, `pay_out:<id>`, `adjustment:<id>` with the id of a movement.",
  }));
}

function described(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  for (const [name, texts] of Object.entries(FIELDS)) {
    const properties = schemas[name]?.properties ?? {};
    for (const [field, description] of Object.entries(texts)) {
      const property = properties[field];
      if (property === undefined) throw new Error(`${name} has no field ${field}`);
      properties[field] = { ...property, description };
    }
  }
  return schemas;
}

/** What a ledger sends, and how the service responds. */
function events(content: (name: "TransactionSettled" | "TransactionFailed") => object) {
  const event = (id: string, summary: string, name: "TransactionSettled" | "TransactionFailed") => ({
    post: {
      operationId: id,
      tags: ["Events"],
      summary,
      description: `To \`${EVENTS_PATH}\` below the service's address. It may be sent before the response that accepts the transfer.`,
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: content(name) },
      responses: RESPONSES,
    },
  });
  return {
    "transaction.settled": event("onTransactionSettled", "A transaction has settled", "TransactionSettled"),
    "transaction.failed": event("onTransactionFailed", "A transaction has failed", "TransactionFailed"),
  } as Record<string, PathItem>;
}

function header(name: string, description: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}
