import { zValidator } from "@hono/zod-validator";
import { createMiddleware } from "hono/factory";
import type { ValidationTargets } from "hono/types";
import type * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { ApiError, type FieldFault, invalid } from "./errors.ts";

/** The only validator routes use: its refusals are this service's envelope, with the field named. */
export function validate<T extends z.ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: T,
) {
  return zValidator(target, schema, (result) => {
    if (!result.success) throw invalid(result.error.issues.map(describeIssue));
  });
}

/** Hono's validator takes another content type for an empty body, which would blame a field instead. */
export const requireJson = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return next();
  if (type === undefined && (await c.req.text()) === "") return next();
  throw new ApiError(415, "unsupported_media_type", "Content-Type must be application/json");
});

/** Where the body may be left out: an empty one counts as `{}`, though some clients call it JSON all the same. */
export const allowEmptyBody = createMiddleware<AppEnv>(async (c, next) => {
  // Hono keeps promises here, whatever its type says.
  if ((await c.req.text()) === "") c.req.bodyCache.text = Promise.resolve("{}") as unknown as string;
  await next();
});

/** How zod begins a message of its own; a schema's custom text, which begins with "must", is kept. */
const ZODS_OWN_WORDS = /^(Invalid|Too|Unrecognized)\b/;

function describeIssue(issue: z.core.$ZodIssue): FieldFault {
  return { field: issue.path.join(".") || "body", message: messageOf(issue) };
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (!ZODS_OWN_WORDS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is required"
        : `must be ${article(issue.expected)}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? `must have at least ${issue.minimum} ${unit(issue.origin)}`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? `must have at most ${issue.maximum} ${unit(issue.origin)}`
        : `must be at most ${issue.maximum}`;
    case "invalid_format":
      return `must be a valid ${issue.format === "regex" ? "value" : issue.format.toUpperCase()}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    default:
      return issue.message;
  }
}

function unit(origin: string): string {
  return origin === "array" ? "items" : "characters";
}

function article(type: string): string {
  if (type === "int") return "an integer";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
