// One row of the table of operations. What follows from the row (parameters, common failures, security) is not in it.
import type * as z from "zod";
import type { FieldFault } from "../../http/errors.ts";
import type { refused } from "../../http/refusals.ts";
import type { Access } from "./access.ts";
import type { HeaderName, ParameterName } from "./headers.ts";

export type Refusal = Parameters<typeof refused>[0];
export type Tag =
  | "Tokens"
  | "Payment intents"
  | "Counters"
  | "Webhook settings"
  | "Webhook deliveries"
  | "Transactions"
  | "Public"
  | "Wallet"
  | "Platform"
  | "Sandbox";

export interface Operation {
  method: "get" | "post" | "put" | "delete";
  path: `/${string}`;
  operationId: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  query?: z.ZodType;
  /** "IdempotencyKey", "IfNoneMatch" or "LedgerSignature" of the document's parameters. */
  headers?: readonly ParameterName[];
  body?: Body;
  responses: Partial<Record<200 | 201 | 202 | 304, ResponseSpec>>;
  refusals?: readonly Refusal[];
  /** What a 400 may say; there is none where nothing can be invalid. */
  fault?: FieldFault;
  /** Where the answers are not in this service's envelope. */
  dialect?: "oauth";
  /** Public reads are counted, too. */
  isRateLimited?: boolean;
}

export interface Body {
  schema: z.ZodType;
  /** JSON when left out. */
  mediaType?: "application/x-www-form-urlencoded";
  /** Any content type passes: the signature is over the bytes. */
  isUntyped?: boolean;
  isOptional?: boolean;
  examples: Record<string, object>;
}

export interface ResponseSpec {
  description: string;
  schema?: z.ZodType;
  mediaType?: "image/png" | "image/svg+xml";
  examples?: Record<string, object>;
  headers?: readonly HeaderName[];
}
