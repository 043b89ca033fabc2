// The OpenAPI 3.1 document, made from the table of operations and the schemas the routes validate with.

import type { Config } from "../../config.ts";
import { issuerUrl } from "../../domain/realm.ts";
import { ACCESS } from "./access.ts";
import { failureResponses, sharedResponses } from "./failures.ts";
import { HEADERS, headerReferences, PARAMETERS, pathParameters } from "./headers.ts";
import type { Body, Operation, ResponseSpec } from "./operation.ts";
import { TOKEN_PATH } from "./operations/tokens.ts";
import { operationsOf } from "./operations.ts";
import { componentSchemas, queryParameters, referenceTo } from "./schemas.ts";
import type {
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  RequestBody,
  ResponseObject,
} from "./types.ts";
import { webhooks } from "./webhooks.ts";
import { INTRODUCTION, securitySchemes, tagsOf } from "./words.ts";

export function openApiDocument(config: Config): OpenApiDocument {
  const operations = operationsOf(config.environment);
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: operationObject(operation, config),
    };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Merchant Payments", version: "1.0.0", description: INTRODUCTION },
    servers: [{ url: config.publicUrl, description: config.environment }],
    tags: tagsOf(operations),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: sharedResponses(),
      securitySchemes: securitySchemes(issuerUrl(config.identityProvider.url)),
    },
  };
}

function operationObject(operation: Operation, config: Config): OperationObject {
  const { operationId, tag, summary, description, body, access, path } = operation;
  const parameters = parametersOf(operation);
  const callers = `For ${ACCESS[access].callers}.`;
  return {
    operationId,
    tags: [tag],
    summary,
    description: description === undefined ? callers : `${description}\n\n${callers}`,
    security: ACCESS[access].security,
    ...(path === TOKEN_PATH ? { servers: [{ url: config.identityProvider.url }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: { ...successResponses(operation), ...failureResponses(operation) },
  };
}

function parametersOf({ path, query, headers = [] }: Operation): (Parameter | Reference)[] {
  return [
    ...pathParameters(path),
    ...(query === undefined ? [] : queryParameters(query)),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function requestBodyOf({ schema, mediaType, isOptional = false, examples }: Body): RequestBody {
  return {
    required: !isOptional,
    content: {
      [mediaType ?? "application/json"]: { schema: referenceTo(schema), examples: valuesOf(examples) },
    },
  };
}

function successResponses({ responses, dialect }: Operation): Record<string, ResponseObject> {
  const envelope = dialect === undefined ? { success: true } : {};
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, successResponse(response, envelope)]),
  );
}

function successResponse(
  { description, headers = [], ...response }: ResponseSpec,
  envelope: object,
): ResponseObject {
  const content = contentOf(response, envelope);
  return {
    description,
    headers: headerReferences(["X-Request-Id", ...headers]),
    ...(content === undefined ? {} : { content }),
  };
}

function contentOf(
  { schema, mediaType, examples = {} }: Omit<ResponseSpec, "description">,
  envelope: object,
): Record<string, MediaType> | undefined {
  if (mediaType !== undefined) return { [mediaType]: { schema: {} } };
  if (schema === undefined) return undefined;
  return {
    "application/json": { schema: referenceTo(schema), examples: valuesOf(examples, envelope) },
  };
}

function valuesOf(examples: Record<string, object>, envelope: object = {}): MediaType["examples"] & object {
  return Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [name, { value: { ...envelope, ...value } }]),
  );
}
