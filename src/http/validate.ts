// The only validators routes use: what they refuse comes in this service's envelope, with the field named.
import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import type * as z from "zod";
import "../wire/requests/messages.ts";
import { carrying } from "./describe.ts";
import { ApiError, invalid } from "./errors.ts";

export function query<Schema extends z.ZodType>(schema: Schema) {
  return carrying({ query: schema }, zValidator("query", schema, refuse));
}

/** A JSON body. An optional one may be empty, even when the client calls it JSON; it then counts as `{}`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, { isOptional = false } = {}) {
  const validate = zValidator("json", schema, refuse);
  const middleware: typeof validate = async (c, next) => {
    await requireJson(c);
    if (isOptional && (await c.req.text()) === "") setText(c, "{}");
    return await validate(c, next);
  };
  const mediaType = "application/json";
  return carrying({ body: { schema, mediaType, isOptional, isTypeChecked: true } }, middleware);
}

function refuse(result: { success: true } | { success: false; error: z.core.$ZodError }): void {
  if (result.success) return;
  throw invalid(
    result.error.issues.map(({ path, message }) => ({ field: path.join(".") || "body", message })),
  );
}

/** Hono's validator takes a body of another content type for an empty one, and would blame a field instead. */
async function requireJson(c: Context): Promise<void> {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return;
  if (type === undefined && (await c.req.text()) === "") return;
  throw unsupportedMediaType();
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(415, "unsupported_media_type", "Content-Type must be application/json");
}

/** Hono keeps promises in this cache, whatever its type says. */
function setText(c: Context, text: string): void {
  c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
}
