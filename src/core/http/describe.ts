// A route is its own documentation: each middleware carries metadata about what it does. Only the generator of the
// OpenAPI document (scripts/openapi/) reads it. Responses are named by type, so that their schemas stay out of the Worker.
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type * as z from "zod/mini";
import type { ResponseName } from "#core/wire/shared/wire-types.ts";
import type { AppEnv } from "./app-env.ts";
import type { Refusal } from "./refusals.ts";

declare global {
  /** Names whom the parts' own guards admit. */
  interface PartAccess {}
}

/** Who may call a route. The guards carry it. */
export type Access =
  | "anyone"
  | "merchant"
  | "owner"
  | "refunder"
  | "signed_in"
  | "signed_in_owner"
  | "merchant_or_counter"
  | "merchant_or_till"
  | "merchant_or_admin"
  | "admin"
  | "customer"
  | "ledger"
  | keyof PartAccess;

/** Whose document has an operation. */
export type Audience = "shop" | "wallet" | "operator";

/** What the OpenAPI document says of whom a guard admits. */
export interface AccessRule {
  callers: string;
  audiences: readonly Audience[];
  refusals: readonly Refusal[];
  /** Any token where this is left out. */
  security?: Record<string, string[]>[];
  /** Further refusals of commands. */
  commandRefusals?: readonly Refusal[];
}

export type MediaTypeName =
  | "image/png"
  | "image/svg+xml"
  | "text/plain"
  | "text/csv"
  | "application/x-ndjson";
type SuccessStatus = 101 | 200 | 201 | 202 | 304;

/** What the OpenAPI document says of an operation. Each lies in a `words.ts`, which stays out of the Worker. */
export type OperationWords = readonly [summary: string, description?: string];

export interface Operation {
  id: string;
  /** The `error` of this route's 500 and 503 responses, where `id` does not say it: "Failed to read merchant" for `getMerchant`. */
  failure?: string;
  /** Success statuses with the schema or media type of their bodies; null for none. Left out: 200 with a message. */
  responds?: Partial<Record<SuccessStatus, ResponseName | MediaTypeName | null>>;
  /** The token endpoint fails with OAuth's errors (RFC 6749 §5.2) instead of this service's envelope. */
  dialect?: "oauth";
  /** The operation's own refusals, besides those of its guards, its validators and the last id in its path. */
  refusals?: readonly Refusal[];
}

export interface RequestBody {
  schema: z.ZodMiniType;
  mediaType: "application/json" | "application/x-www-form-urlencoded" | "image/png";
  isOptional: boolean;
}

export interface RouteMetadata {
  operation: Operation & Required<Pick<Operation, "responds">> & { tag: string };
  access: Access;
  query: z.ZodMiniType;
  body: RequestBody;
  isIdempotent: boolean;
  isKeyRequired: boolean;
  isRateLimited: boolean;
}

const METADATA = Symbol("metadata");

/** Attaches to the middleware what the OpenAPI document says about it. */
export function withMetadata<Middleware extends MiddlewareHandler>(
  metadata: Partial<RouteMetadata>,
  middleware: Middleware,
): Middleware {
  return Object.assign(middleware, { [METADATA]: metadata });
}

export function metadataOf(handler: object): Partial<RouteMetadata> {
  return METADATA in handler ? (handler[METADATA] as Partial<RouteMetadata>) : {};
}

export function describe(tag: string, operation: Operation) {
  const failure = operation.failure ?? failureOf(operation.id);
  return withMetadata(
    { operation: { responds: { 200: "MessageResponse" }, ...operation, tag } },
    createMiddleware<AppEnv>((c, next) => {
      c.set("failure", failure);
      return next();
    }),
  );
}

/** Some of these texts are part of the interface, as the ids are. They leave out whose it is: the caller knows. */
export function failureOf(operationId: string): string {
  const words = operationId
    .replace(/^get/, "read")
    .replace(/^([a-z]+)(?:Counter|Merchant|Public|Sandbox|Wallet)(?=[A-Z])/, "$1")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `Failed to ${words}`;
}
