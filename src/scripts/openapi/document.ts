// The OpenAPI 3.1 document, built from the app's routes.
import type { RouterRoute } from "hono/types";
import type { MediaTypeName } from "../../core/http/describe.ts";
import type { ApiError } from "../../core/http/errors.ts";
import type { ResponseName } from "../../core/wire/shared/wire-types.ts";
import { requestExamples, responseExamples, TEXT_EXAMPLES } from "./examples.ts";
import { failureResponses, failuresOf, sharedResponses } from "./failures.ts";
import { linksOf } from "./links.ts";
import { wordsFor } from "./operation-words.ts";
import { ACCESS, type DescribedRoute, describedRoutes, type Environment, securityOf } from "./operations.ts";
import {
  HEADERS,
  type HeaderName,
  PARAMETERS,
  parametersOf,
  pathParameters,
  withHeaders,
} from "./parameters.ts";
import {
  componentSchemas,
  descriptionOf,
  nameOf,
  plainSchema,
  RESPONSES,
  referenceTo,
  withOpenEnums,
} from "./schemas.ts";
import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  RequestBody,
  ResponseObject,
} from "./types.ts";
import { withoutUnused } from "./used-components.ts";
import { WEBHOOK_RESPONSES, webhooks } from "./webhooks.ts";
import { introduction, PUBLISHER, PURPOSE, securitySchemes, tagsOf } from "./words.ts";

export function openApiDocument(routes: readonly RouterRoute[], environment: Environment): OpenApiDocument {
  const described = describedRoutes(routes);
  const failures = described.flatMap(failuresOf);
  const paths: OpenApiDocument["paths"] = {};
  for (const route of described) {
    const operation = operationObject(route, described, environment);
    paths[route.path] = { ...paths[route.path], [route.method]: operation };
  }
  return withoutUnused({
    openapi: "3.1.1",
    info: {
      title: "Merchant Payments",
      version: "1.0.0",
      description: introduction(PURPOSE),
      ...PUBLISHER,
    },
    servers: [{ url: "/", description: environment }],
    tags: tagsOf(described),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: withCodes(withOpenEnums(componentSchemas(), requestNames(described)), failures),
      parameters: { ...pathParameters(), ...PARAMETERS },
      headers: HEADERS,
      examples: sharedExamples(),
      responses: { ...sharedResponses(described), ...WEBHOOK_RESPONSES },
      securitySchemes: securitySchemes(environment),
    },
  });
}

/** Adds a schema with all failure codes. As an `enum`, generated clients would refuse a response with a later code. */
function withCodes(schemas: Record<string, JsonSchema>, failures: readonly ApiError[]) {
  const codes = [...new Set(failures.map(({ code }) => code))].sort();
  const { Failure: failure } = schemas;
  if (failure?.properties?.code === undefined) throw new Error("the document has no schema for failures");
  failure.properties.code = { $ref: "#/components/schemas/FailureCode" };
  const FailureCode: JsonSchema = {
    type: "string",
    "x-extensible-enum": [...codes, "method_not_allowed", "route_not_found"],
    description: "For programs: stable. New codes may be added.",
  };
  return { ...schemas, FailureCode };
}

function requestNames(described: readonly DescribedRoute[]): Set<string> {
  return new Set(described.flatMap(({ body }) => (body === undefined ? [] : [nameOf(body.schema)])));
}

function operationObject(
  route: DescribedRoute,
  all: readonly DescribedRoute[],
  environment: Environment,
): OperationObject {
  const { operation, access = "anyone", body } = route;
  const parameters = parametersOf(route, environment);
  const [summary, description] = wordsFor(operation.id);
  const about = [description, `For ${ACCESS[access].callers}.`];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary,
    description: about.filter((text) => text !== undefined).join(" "),
    security: securityOf(access),
    "x-audiences": ACCESS[access].audiences,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: { ...successResponses(route, all), ...failureResponses(route) },
  };
}

function requestBody({ schema, mediaType, isOptional }: NonNullable<DescribedRoute["body"]>): RequestBody {
  const examples = valuesOf(requestExamples(nameOf(schema), plainSchema(schema)));
  return { required: !isOptional, content: { [mediaType]: { schema: referenceTo(schema), examples } } };
}

function successResponses(
  route: DescribedRoute,
  all: readonly DescribedRoute[],
): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(route.operation.responds).map(([status, body]) => {
      const response = successResponse(status, body);
      if (101 in route.operation.responds && status === "200") return [status, messageOf(response)];
      const links = body === null ? {} : linksOf(route, body, all);
      return [
        status,
        {
          ...response,
          ...withHeaders(successHeaders(route, status)),
          ...(Object.keys(links).length === 0 ? {} : { links }),
        },
      ];
    }),
  );
}

/** Generators make no client of an operation that never succeeds: the messages stand for its success. */
function messageOf({ content = {} }: ResponseObject): ResponseObject {
  return { description: "No response: this is the body of each message on the WebSocket.", content };
}

function successHeaders(route: DescribedRoute, status: string): HeaderName[] {
  const isConditional = 304 in route.operation.responds;
  const isCreation = route.isIdempotent === true && status === "201";
  return [
    ...(status === "101" ? (["Upgrade"] as const) : []),
    ...(isConditional ? (["ETag"] as const) : []),
    ...(isCreation ? (["Idempotent-Replayed"] as const) : []),
  ];
}

function successResponse(status: string, body: ResponseName | MediaTypeName | null): ResponseObject {
  if (status === "101") return { description: "The connection is a WebSocket from now on." };
  if (body === null) return { description: "Nothing has changed." };
  if (body === "image/png" || body === "image/svg+xml") {
    return { description: "The image.", content: { [body]: { schema: {} } } };
  }
  if (body === "text/plain" || body === "text/csv" || body === "application/x-ndjson") {
    const value = TEXT_EXAMPLES[body];
    if (value === undefined) throw new Error(`no part gives an example of ${body}`);
    const examples = { text: { value } };
    return { description: "The text.", content: { [body]: { schema: { type: "string" }, examples } } };
  }
  const schema = RESPONSES[body];
  if (schema === undefined) throw new Error(`the part whose response is ${body} is not composed`);
  const names = Object.keys(responseExamples(body));
  const examples = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/examples/${body}.${name}` }]),
  );
  return {
    description: descriptionOf(schema),
    content: { "application/json": { schema: referenceTo(schema), examples } },
  };
}

/** Several operations return the same response. */
function sharedExamples(): Record<string, { value: unknown }> {
  const all = Object.keys(RESPONSES).sort();
  const names = all.filter((name): name is ResponseName => name.endsWith("Response"));
  const examples = names.flatMap((response) =>
    Object.entries(responseExamples(response)).map(([name, value]) => [`${response}.${name}`, { value }]),
  );
  return Object.fromEntries(examples);
}

function valuesOf(examples: Record<string, object>): MediaType["examples"] & object {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
}
