// The only validators that routes use. They refuse in this service's envelope, with all faults at once and the field
// of each.
import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import { LOGO_BYTES_MAX, logoFault } from "#core/wire/merchants/logo-png.ts";
import "#core/wire/shared/messages.ts";
import type { FieldFault } from "#core/domain/result.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import type { AppEnv } from "./app-env.ts";
import { withMetadata } from "./describe.ts";
import { ApiError, invalid } from "./errors.ts";
import { refusalError } from "./refusals.ts";
import { fieldsOf, IGNORED, repeatedNames, unknownNames } from "./warnings.ts";

const LogoFile = documented({ id: "LogoFile", format: "binary" }, z.string());

type Outcome = { success: true } | { success: false; error: z.core.$ZodError };

/**
 * By default zValidator validates asynchronously, and then what a transform of zod/mini refuses comes after all other faults,
 * not in the order of the fields. `never`, because the option's type wants the errors of zod itself.
 */
const IN_TURN = {
  validationFunction: (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value) as never,
};

/** A strict query refuses unknown parameters: without its filter, a list would return the wrong rows. */
export function query<Schema extends z.ZodMiniType>(schema: Schema, { isStrict = false } = {}) {
  const known = fieldsOf(schema);
  const validate = zValidator(
    "query",
    schema,
    (result: Outcome, c) => {
      const problem = isStrict ? "is not a filter of this list" : IGNORED;
      const unknown = unknownNames(Object.keys(c.req.query()), known, problem);
      refuse([...faultsOf(result), ...(isStrict ? unknown : [])]);
      (c as Context as Context<AppEnv>).set("unknownInQuery", unknown);
    },
    IN_TURN,
  );
  return withMetadata({ query: schema }, validate);
}

/** Finds faults that a schema cannot express. `body` is what was sent, not yet validated. */
export type BodyCheck = (c: Context<AppEnv>, body: Record<string, unknown>) => Promise<FieldFault[]>;

interface BodyOptions {
  isOptional?: boolean;
  checks?: readonly BodyCheck[];
  /** They ask somebody else, and so only for a body that has no other fault. */
  lastChecks?: readonly BodyCheck[];
}

/** A JSON body. An optional one may be empty, even when the client calls it JSON; it then counts as `{}`. */
export function jsonBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  { isOptional = false, checks = [], lastChecks = [] }: BodyOptions = {},
) {
  const known = fieldsOf(schema);
  const examine = async (c: Context<AppEnv>, result: Outcome, body: unknown, text = "") => {
    const faults = faultsOf(result);
    if (!isObject(body)) return refuse(faults);
    const findBy = async (by: readonly BodyCheck[]) =>
      (await Promise.all(by.map((check) => check(c, body)))).flat();
    const found = await findBy(checks);
    const isNew = ({ field }: FieldFault) => !faults.some((fault) => fault.field === field);
    const own = [...faults, ...found.filter(isNew)];
    const all = own.length > 0 ? own : await findBy(lastChecks);
    const unknown = unknownNames(Object.keys(body), known, IGNORED);
    // A misspelt name explains why a field is missing.
    const misspelt = unknown.filter(({ message }) => message !== IGNORED);
    const repeated = repeatedNames(text);
    if (all.length > 0) refuse([...all, ...misspelt, ...repeated]);
    c.set("unknownInBody", [...unknown, ...repeated]);
  };
  const validate = zValidator(
    "json",
    schema,
    async (result: Outcome, c) => {
      const text = await c.req.text();
      // Hono's validator takes it for `{}`, which may be valid.
      if (text === "" && result.success) throw invalid([{ field: "body", message: "is required" }]);
      await examine(c as Context as Context<AppEnv>, result, text === "" ? {} : JSON.parse(text), text);
    },
    IN_TURN,
  );
  const middleware: typeof validate = async (c, next) => {
    await requireJson(c);
    if (!isOptional || (await c.req.text()) !== "") return await validate(c, next);
    const result = schema.safeParse({});
    await examine(c as Context as Context<AppEnv>, result, {});
    c.req.addValidatedData("json", result.data as object);
    await next();
  };
  const mediaType = "application/json";
  return withMetadata({ body: { schema, mediaType, isOptional } }, middleware);
}

/**
 * A body that need not be there, of an operation that callers might expect another field to change: it is refused with all
 * that it has. An empty one may be of any content type.
 */
export function onlyBody<Schema extends z.ZodMiniType>(schema: Schema, reason: string) {
  const known = fieldsOf(schema);
  const validate = jsonBody(schema);
  const middleware: typeof validate = async (c, next) => {
    const text = await c.req.text();
    if (/^\s*(\{\s*\}\s*)?$/.test(text)) {
      c.req.addValidatedData("json", schema.parse({}) as object);
      return await next();
    }
    if (hasOnly(text, known)) return await validate(c, next);
    const details = [{ field: "body", message: "must be empty" }];
    throw new ApiError(400, "invalid_request", reason, { details });
  };
  const mediaType = "application/json";
  return withMetadata({ body: { schema, mediaType, isOptional: true } }, middleware);
}

function hasOnly(json: string, known: readonly string[]): boolean {
  try {
    const body: unknown = JSON.parse(json);
    return isObject(body) && Object.keys(body).every((name) => known.includes(name));
  } catch {
    return false;
  }
}

function faultsOf(result: Outcome): FieldFault[] {
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => ({ field: path.join(".") || "body", message }));
}

function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

const limitedLogo = bodyLimit({
  maxSize: LOGO_BYTES_MAX,
  onError: () => {
    throw refusalError("logo_too_large");
  },
});

/** A merchant's logo, as it may be. */
export const logoBody = withMetadata(
  { body: { schema: LogoFile, mediaType: "image/png", isOptional: false } },
  createMiddleware<AppEnv>(async (c, next) => {
    if (mediaTypeOf(c) !== "image/png") throw refusalError("not_png");
    await limitedLogo(c, async () => {});
    const fault = logoFault(new Uint8Array(await c.req.arrayBuffer()));
    if (fault !== null) throw invalid([{ field: "logo", message: fault }]);
    await next();
  }),
);

function mediaTypeOf(c: Context): string | undefined {
  return c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
}

/** Hono's validator treats a body of another content type as empty, and would report a missing field instead. */
async function requireJson(c: Context): Promise<void> {
  const type = mediaTypeOf(c);
  if (type === "application/json") return;
  if (type === undefined && (await c.req.text()) === "") return;
  throw refusalError("unsupported_media_type");
}
