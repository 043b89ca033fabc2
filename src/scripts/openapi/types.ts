// The part of OpenAPI 3.1 that this document uses.
import type { Audience } from "../../core/http/describe.ts";

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  const?: unknown;
  format?: string;
  additionalProperties?: JsonSchema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** All other keywords. Nothing reads them. */
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown } | Reference>;
}

export interface RequestBody {
  required: boolean;
  content: Record<string, MediaType>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { description?: string; schema: JsonSchema } | Reference>;
  content?: Record<string, MediaType>;
  links?: Record<string, Link>;
}

export interface Link {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: string;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  /** Whose documents have it. */
  "x-audiences"?: readonly Audience[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject | Reference>;
}

export interface SecurityScheme {
  type: string;
  description: string;
  flows?: { clientCredentials?: { tokenUrl: string; scopes: object } };
  /** All other keywords. Nothing reads them. */
  [keyword: string]: unknown;
}

export type PathItem = Record<string, OperationObject>;

export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    examples: Record<string, { value: unknown }>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}
